//! The CEL functions `charAt` and `substring`.

use super::position::{byte_at, out_of_range};
use crate::cel::EvaluationError;

/// `text.charAt(index)`: the code point at `index`, or an empty string at the end.
///
/// ```
/// use idlgen_runtime::cel::library::strings::char_at;
/// assert_eq!(char_at("hällo", 1), Ok("ä"));
/// assert_eq!(char_at("hello", 5), Ok(""));
/// assert_eq!(char_at("hello", 6).unwrap_err().to_string(), "index out of range: 6");
/// ```
pub fn char_at(text: &str, index: i64) -> Result<&str, EvaluationError> {
    let rest = byte_at(text, index).and_then(|at| text.get(at..)).ok_or_else(|| out_of_range(index))?;
    let width = rest.chars().next().map_or(0, char::len_utf8);
    Ok(rest.get(..width).unwrap_or_default())
}

/// `text.substring(start)`: the part from the code point at `start` to the end.
pub fn substring(text: &str, start: i64) -> Result<&str, EvaluationError> {
    byte_at(text, start).and_then(|at| text.get(at..)).ok_or_else(|| out_of_range(start))
}

/// `text.substring(start, end)`: the part from the code point at `start` to `end`, exclusive.
pub fn substring_range(text: &str, start: i64, end: i64) -> Result<&str, EvaluationError> {
    if start > end {
        return Err(EvaluationError::message(format!("invalid substring range. start: {start}, end: {end}")));
    }
    let from = byte_at(text, start).ok_or_else(|| out_of_range(start))?;
    let to = byte_at(text, end).ok_or_else(|| out_of_range(end))?;
    Ok(text.get(from..to).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_text() {
        for (start, end, wanted) in [
            (0, 0, Ok("")),
            (1, 3, Ok("é😀")),
            (3, 4, Ok("b")),
            (2, 1, Err("invalid substring range. start: 2, end: 1")),
            (-1, 1, Err("index out of range: -1")),
            (4, 5, Err("index out of range: 5")),
            (5, 6, Err("index out of range: 5")),
        ] {
            let got = substring_range("aé😀b", start, end).map_err(|error| error.to_string());
            assert_eq!(got, wanted.map_err(str::to_owned));
        }
        assert_eq!(substring("aé😀b", 3), Ok("b"));
        assert_eq!(substring("aé😀b", 4), Ok(""));
        assert!(substring("aé😀b", 5).is_err());
        assert_eq!(char_at("", 0), Ok(""));
        assert!(char_at("", -1).is_err());
    }
}
