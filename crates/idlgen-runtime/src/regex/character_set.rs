//! Sets of characters.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

/// Returns the class of all characters.
pub(super) fn any() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('\0', char::MAX)])
}

/// Returns the class of all characters except the line feed.
pub(super) fn any_but_newline() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('\0', '\u{9}'), ClassUnicodeRange::new('\u{b}', char::MAX)])
}

pub(super) fn none() -> ClassUnicode {
    ClassUnicode::empty()
}

/// Returns the complement of `class`. `ClassUnicode::negate` cannot be used because it fails if one range ends before
/// the surrogates and the next one begins after them.
pub(super) fn opposite(class: &ClassUnicode) -> ClassUnicode {
    let mut next = 0;
    let mut ranges = Vec::with_capacity(class.ranges().len() + 1);
    for members in class.ranges() {
        if let Some(last) = u32::from(members.start()).checked_sub(1).filter(|last| next <= *last) {
            ranges.extend(range(next, last));
        }
        next = u32::from(members.end()) + 1;
    }
    ranges.extend(range(next, u32::from(char::MAX)));
    ClassUnicode::new(ranges)
}

/// Returns the range from `low` to `high` without surrogates.
pub(super) fn range(low: u32, high: u32) -> Option<ClassUnicodeRange> {
    let low = char::from_u32(low).or(if low < 0xe000 { Some('\u{e000}') } else { None })?;
    let high = char::from_u32(high).unwrap_or('\u{d7ff}');
    (low <= high).then(|| ClassUnicodeRange::new(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_of_what_surrounds_the_surrogates_is_empty() {
        let mut class = ClassUnicode::new([ClassUnicodeRange::new('\0', '\u{d7ff}')]);
        class.union(&ClassUnicode::new([ClassUnicodeRange::new('\u{e000}', char::MAX)]));
        assert_eq!(opposite(&class), ClassUnicode::empty());
    }
}
