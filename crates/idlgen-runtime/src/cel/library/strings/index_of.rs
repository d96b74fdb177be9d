//! `indexOf` and `lastIndexOf` of strings.

use super::position::{byte_at, index_of_byte, length, out_of_range};
use crate::cel::{Environment, EvaluationError};

/// `text.indexOf(part)`: the position of the first `part` in code points, or -1.
///
/// ```
/// use idlgen_runtime::cel::library::strings::index_of;
/// assert_eq!(index_of("hällo", "l"), 2);
/// assert_eq!(index_of("hello", "x"), -1);
/// ```
pub fn index_of(text: &str, part: &str) -> i64 {
    text.find(part).map_or(-1, |at| index_of_byte(text, at))
}

/// `text.indexOf(part, start)`: searches from `start`.
///
/// As in cel-go, a `start` after the end is not an error and finds nothing. Up to Kubernetes 1.36, an empty `part` is
/// found at any `start`, even outside of the string.
pub fn index_of_from(text: &str, part: &str, start: i64, environment: &Environment) -> Result<i64, EvaluationError> {
    if part.is_empty() {
        return find_nothing(text, start, environment);
    }
    if start < 0 {
        return Err(out_of_range(start));
    }
    let found = byte_at(text, start).and_then(|from| text.get(from..).and_then(|rest| rest.find(part)));
    Ok(found.map_or(-1, |at| start + text_index(text, start, at)))
}

/// `text.lastIndexOf(part)`: the position of the last `part` in code points, or -1.
pub fn last_index_of(text: &str, part: &str) -> i64 {
    text.rfind(part).map_or(-1, |at| index_of_byte(text, at))
}

/// `text.lastIndexOf(part, start)`: finds the last `part` that begins at `start` or before. A `start` after the end
/// finds nothing.
pub fn last_index_of_from(
    text: &str,
    part: &str,
    start: i64,
    environment: &Environment,
) -> Result<i64, EvaluationError> {
    if part.is_empty() {
        return find_nothing(text, start, environment);
    }
    if start < 0 {
        return Err(out_of_range(start));
    }
    let Some(from) = byte_at(text, start).filter(|from| *from < text.len()) else { return Ok(-1) };
    let end = from.saturating_add(part.len()).min(text.len());
    // A match that begins at or before `from` ends at or before `end`. Because `end` may be inside a character, the
    // search starts at the last character boundary up to `end`.
    let found = (0..=end).rev().find_map(|end| text.get(..end)).and_then(|head| head.rfind(part));
    Ok(found.map_or(-1, |at| index_of_byte(text, at)))
}

/// Returns the result of searching for an empty string from `start` on.
fn find_nothing(text: &str, start: i64, environment: &Environment) -> Result<i64, EvaluationError> {
    if environment.minor() < 37 {
        return Ok(start);
    }
    if start < 0 { Err(out_of_range(start)) } else { Ok(start.min(length(text) as i64)) }
}

/// Returns the number of code points between the code point `start` and a byte. `at` is the byte offset from that code
/// point.
fn text_index(text: &str, start: i64, at: usize) -> i64 {
    let rest = byte_at(text, start).and_then(|from| text.get(from..));
    rest.map_or(0, |rest| index_of_byte(rest, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_as_cel_go_does() {
        let (old, new) = (Environment::new(35), Environment::new(37));
        for (text, part, start, first, last) in [
            ("tacocat", "c", 0, Ok(2), Ok(-1)),
            ("tacocat", "c", 3, Ok(4), Ok(2)),
            ("tacocat", "c", 6, Ok(-1), Ok(4)),
            ("tacocat", "c", 7, Ok(-1), Ok(-1)),
            ("tacocat", "cat", 6, Ok(-1), Ok(4)),
            ("tacocat", "c", -1, Err("index out of range: -1"), Err("index out of range: -1")),
            ("ta©o©αT", "©", 3, Ok(4), Ok(2)),
            ("ta©o©αT", "©α", 3, Ok(4), Ok(-1)),
            ("ta©o©αT", "αT", 5, Ok(5), Ok(5)),
            ("ab©", "bx", 1, Ok(-1), Ok(-1)),
            ("", "a", 0, Ok(-1), Ok(-1)),
        ] {
            for environment in [&old, &new] {
                let text_of = |result: Result<i64, EvaluationError>| result.map_err(|error| error.to_string());
                let got = text_of(index_of_from(text, part, start, environment));
                assert_eq!(got, first.map_err(str::to_owned), "{text} {part} {start}");
                let got = text_of(last_index_of_from(text, part, start, environment));
                assert_eq!(got, last.map_err(str::to_owned), "{text} {part} {start}");
            }
        }
        assert_eq!(last_index_of("tacocat", ""), 7);
        assert_eq!(index_of_from("a", "", 9, &old), Ok(9));
        assert_eq!(index_of_from("a", "", 9, &new), Ok(1));
        assert!(index_of_from("a", "", -1, &new).is_err());
        assert_eq!(last_index_of_from("a", "", -1, &old), Ok(-1));
    }

    #[test]
    fn an_empty_string_is_found_everywhere() {
        let (old, new) = (Environment::new(35), Environment::new(37));
        for (start, in_old, in_new) in
            [(-1, Some(-1), None), (0, Some(0), Some(0)), (3, Some(3), Some(3)), (5, Some(5), Some(3))]
        {
            assert_eq!(find_nothing("äbc", start, &old).ok(), in_old, "{start}");
            assert_eq!(find_nothing("äbc", start, &new).ok(), in_new, "{start}");
        }
    }
}
