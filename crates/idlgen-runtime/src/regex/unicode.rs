//! Unicode classes (`\p{Greek}`) and case folding, of Unicode 15.0.

mod case;
mod categories;
mod names;
mod table;

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use self::names::{Class, find};

use super::{
    character_set::{any, opposite},
    error::{Code, Error},
    source::{after, consumed},
};

/// Parses the class at the start of `text`, if it starts with `\p` or `\P`.
pub(super) fn escape(text: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, Error> {
    let Some(rest) = text.strip_prefix("\\p").or_else(|| text.strip_prefix("\\P")) else { return Ok(None) };
    let mut is_negated = text.starts_with("\\P");
    let Some(first) = rest.chars().next() else { return Err(Error::new(Code::InvalidCharRange, text)) };
    let (name, rest) = if first == '{' {
        after(rest, 1).split_once('}').ok_or_else(|| Error::new(Code::InvalidCharRange, text))?
    } else {
        rest.split_at_checked(first.len_utf8()).unwrap_or((rest, ""))
    };
    let name = match name.strip_prefix('^') {
        Some(name) => {
            is_negated = !is_negated;
            name
        }
        None => name,
    };
    let named = find(name).ok_or_else(|| Error::new(Code::InvalidCharRange, consumed(text, rest)))?;
    let mut class = members(named);
    // Go has no case folding table for cased letters (`LC`). It also ignores the one mark that has a case variant.
    if fold && named != Class::General(categories::LC) {
        class = folded(&class);
    }
    Ok(Some((if is_negated { opposite(&class) } else { class }, rest)))
}

fn members(class: Class) -> ClassUnicode {
    match class {
        Class::Any => any(),
        Class::Ascii => ClassUnicode::new([ClassUnicodeRange::new('\0', '\u{7f}')]),
        Class::General(categories) => {
            table::CATEGORIES.members(|index| categories.checked_shr(index.into()).unwrap_or(0) & 1 == 1)
        }
        Class::Script(script) => table::SCRIPTS.members(|value| usize::from(value) == script + 1),
    }
}

/// Adds all characters that differ from a member only by case.
pub(super) fn folded(class: &ClassUnicode) -> ClassUnicode {
    let mut folded = class.clone();
    case::add_variants(&mut folded);
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(class: &ClassUnicode) -> usize {
        class.ranges().iter().map(|range| (range.start()..=range.end()).count()).sum()
    }

    fn named(name: &str) -> ClassUnicode {
        members(find(name).unwrap())
    }

    #[test]
    fn classes_are_those_of_unicode_15() {
        for (name, characters) in [
            ("Any", 1_112_064),
            ("ASCII", 128),
            ("Cs", 0),
            ("Lu", 1_831),
            ("Ll", 2_233),
            ("Mn", 1_985),
            ("Mc", 452),
            ("Zl", 1),
            ("Greek", 518),
            ("Han", 98_408),
        ] {
            assert_eq!(count(&named(name)), characters, "{name}");
        }
        assert_eq!(count(&named("Assigned")) + count(&named("Cn")), 1_112_064);
    }

    #[test]
    fn folding_knows_no_later_letters() {
        let single = |character| ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
        assert_eq!(count(&folded(&single('k'))), 3);
        // Unicode 16 added an uppercase form of this letter.
        assert_eq!(count(&folded(&single('\u{264}'))), 1);
    }
}
