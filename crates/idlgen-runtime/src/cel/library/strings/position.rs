//! Converts between positions in strings: CEL counts code points, Rust counts bytes.

use crate::cel::EvaluationError;

/// Returns the number of code points in a string (`size`).
pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Returns the byte offset of the code point at `index`. If `index` is the number of code points, returns the length of
/// the string. Returns `None` for a greater `index`.
pub(super) fn byte_at(text: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    if text.is_ascii() {
        return (index <= text.len()).then_some(index);
    }
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(index)
}

/// Returns the number of code points before a byte offset.
pub(super) fn index_of_byte(text: &str, at: usize) -> i64 {
    text.get(..at).map_or(at, length) as i64
}

/// Returns `index out of range: N`.
pub(super) fn out_of_range(index: i64) -> EvaluationError {
    EvaluationError::message(format!("index out of range: {index}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_code_points() {
        for (text, index, at) in [
            ("", 0, Some(0)),
            ("", 1, None),
            ("abc", 3, Some(3)),
            ("abc", 4, None),
            ("abc", -1, None),
            ("aéb", 2, Some(3)),
            ("aéb", 3, Some(4)),
            ("aéb", 4, None),
        ] {
            assert_eq!(byte_at(text, index), at, "{text} {index}");
        }
        assert_eq!(index_of_byte("aéb", 3), 2);
        assert_eq!(length("😀é"), 2);
    }
}
