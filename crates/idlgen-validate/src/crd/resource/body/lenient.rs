//! Accepts input that `encoding/json` accepts and other parsers do not: invalid UTF-8, halves of surrogate pairs, and
//! numbers beyond the range of floats.

use std::ops::Range;

/// Replaces invalid bytes and halves of surrogate pairs with U+FFFD. The text must be valid for Go.
pub(super) fn without_invalid_characters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('\\') {
        result.push_str(before);
        let (escape, low) = (code_unit(after), after.get(5..).and_then(|next| code_unit(next.strip_prefix('\\')?)));
        let length = match (escape, low) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => 11,
            (Some(0xD800..0xE000), _) => {
                result.push_str("\\ufffd");
                rest = after.get(5..).unwrap_or_default();
                continue;
            }
            _ => after.chars().next().map_or(0, char::len_utf8),
        };
        result.push('\\');
        result.push_str(after.get(..length).unwrap_or(after));
        rest = after.get(length..).unwrap_or_default();
    }
    result.push_str(rest);
    result
}

/// Returns the code unit of an escape after its backslash.
fn code_unit(escape: &str) -> Option<u16> {
    u16::from_str_radix(escape.strip_prefix('u')?.get(..4)?, 16).ok()
}

/// Replaces numbers beyond the range of floats with 0, and returns the first one.
pub(super) fn without_infinite_numbers(text: &str) -> (String, Option<String>) {
    let mut first = None;
    let replaced = with_zeros(text, |number| {
        let is_infinite = !number.parse::<f64>().is_ok_and(f64::is_finite);
        if is_infinite {
            first.get_or_insert_with(|| number.to_owned());
        }
        is_infinite
    });
    (replaced, first)
}

/// Replaces `-0`, which is an integer in Go, with 0.
pub(super) fn without_negative_zeros(text: &str) -> String {
    with_zeros(text, |number| number == "-0")
}

/// Replaces numbers with 0.
fn with_zeros(text: &str, mut is_replaced: impl FnMut(&str) -> bool) -> String {
    let (mut result, mut end) = (String::with_capacity(text.len()), 0);
    for range in numbers(text) {
        if text.get(range.clone()).is_some_and(&mut is_replaced) {
            result.push_str(text.get(end..range.start).unwrap_or_default());
            result.push('0');
            end = range.end;
        }
    }
    result.push_str(text.get(end..).unwrap_or_default());
    result
}

/// Returns the numbers in a valid JSON text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let (mut numbers, mut start, mut is_quoted, mut is_escaped) = (Vec::new(), None, false, false);
    for (index, byte) in text.bytes().chain([b' ']).enumerate() {
        if is_quoted {
            (is_quoted, is_escaped) = (is_escaped || byte != b'"', !is_escaped && byte == b'\\');
            continue;
        }
        let is_in_number =
            matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.') || (start.is_some() && matches!(byte, b'e' | b'E'));
        match (start, is_in_number) {
            (None, true) => start = Some(index),
            (Some(from), false) => {
                numbers.push(from..index);
                start = None;
            }
            _ => {}
        }
        is_quoted = byte == b'"';
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_characters_are_replaced_like_in_go() {
        for (text, expected) in [
            (&b"\"a\\\\ud800\""[..], "\"a\\\\ud800\""),
            (b"\"\\ud800\"", "\"\\ufffd\""),
            (b"\"\\ud83d\\ude00\"", "\"\\ud83d\\ude00\""),
            (b"\"\\ud800\\ud83d\\ude00x\\udc00\"", "\"\\ufffd\\ud83d\\ude00x\\ufffd\""),
            (b"\"\xff\xe2\x82\"", "\"\u{fffd}\u{fffd}\u{fffd}\""),
            (b"\"\\n\\\"\\u00e9\"", "\"\\n\\\"\\u00e9\""),
        ] {
            assert_eq!(without_invalid_characters(text), expected);
        }
    }

    #[test]
    fn infinite_numbers_are_found() {
        let text = "{\"1e999\": [1, -2.5e3, \"\\\"-1e999\", 1E400], \"x\": -1e999}";
        let (replaced, first) = without_infinite_numbers(text);
        assert_eq!(replaced, "{\"1e999\": [1, -2.5e3, \"\\\"-1e999\", 0], \"x\": 0}");
        assert_eq!(first.as_deref(), Some("1E400"));
        assert_eq!(without_negative_zeros("[-0, -0.0, \"-0\", -01]"), "[0, -0.0, \"-0\", -01]");
    }
}
