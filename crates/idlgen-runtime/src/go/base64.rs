//! Emulates `encoding/base64.StdEncoding`.

use std::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// An invalid byte in base64 input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorruptInput {
    /// Offset of the byte in the input.
    pub offset: usize,
}

impl fmt::Display for CorruptInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal base64 data at input byte {}", self.offset)
    }
}

impl std::error::Error for CorruptInput {}

/// Encodes `bytes` as base64 with padding.
pub fn encode(bytes: &[u8]) -> String {
    let digit = |bits: u32| char::from(ALPHABET[(bits & 63) as usize]);
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        text.push(digit(bits >> 18));
        text.push(digit(bits >> 12));
        text.push(if chunk.len() > 1 { digit(bits >> 6) } else { '=' });
        text.push(if chunk.len() > 2 { digit(bits) } else { '=' });
    }
    text
}

/// Decodes base64. Requires padding, ignores line breaks and ignores the unused bits of the last digit.
pub fn decode(text: &str) -> Result<Vec<u8>, CorruptInput> {
    let text = text.as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut at = 0;
    loop {
        let mut quantum = [0u8; 4];
        let mut filled = 0;
        while filled < 4 {
            let Some(&byte) = text.get(at) else {
                return if filled == 0 { Ok(bytes) } else { Err(CorruptInput { offset: at - filled }) };
            };
            at += 1;
            if let Some(bits) = value_of(byte) {
                quantum[filled] = bits;
                filled += 1;
            } else if byte == b'=' {
                skip_padding(text, at, filled)?;
                push(&mut bytes, quantum, filled);
                return Ok(bytes);
            } else if !matches!(byte, b'\n' | b'\r') {
                return Err(CorruptInput { offset: at - 1 });
            }
        }
        push(&mut bytes, quantum, 4);
    }
}

/// Checks the padding. `at` is the position after its first `=`, and `filled` the number of digits before it.
fn skip_padding(text: &[u8], mut at: usize, filled: usize) -> Result<(), CorruptInput> {
    let skip_line_breaks = |mut at: usize| {
        while matches!(text.get(at), Some(b'\n' | b'\r')) {
            at += 1;
        }
        at
    };
    if filled < 2 {
        return Err(CorruptInput { offset: at - 1 });
    }
    if filled == 2 {
        at = skip_line_breaks(at);
        match text.get(at) {
            None => return Err(CorruptInput { offset: text.len() }),
            Some(b'=') => at += 1,
            Some(_) => return Err(CorruptInput { offset: at - 1 }),
        }
    }
    at = skip_line_breaks(at);
    if at < text.len() { Err(CorruptInput { offset: at }) } else { Ok(()) }
}

fn push(bytes: &mut Vec<u8>, quantum: [u8; 4], filled: usize) {
    let bits = quantum.iter().fold(0u32, |bits, digit| bits << 6 | u32::from(*digit));
    let whole = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
    bytes.extend(whole.iter().take(filled - 1));
}

fn value_of(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for length in 0..32u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(decode(&encode(&bytes)), Ok(bytes));
        }
    }

    #[test]
    fn only_padded_base64_is_read() {
        let table: &[(&str, Option<&[u8]>)] = &[
            ("", Some(b"")),
            ("aA==", Some(b"h")),
            ("aGU=", Some(b"he")),
            ("aGVs", Some(b"hel")),
            ("aGVs\nbG8=\n", Some(b"hello")),
            ("aA\r\n=\n=", Some(b"h")),
            ("a\nGVs", Some(b"hel")),
            ("aGU=\r\n", Some(b"he")),
            ("+/+/", Some(&[0xfb, 0xff, 0xbf])),
            ("aGV", None),
            ("a===", None),
            ("aA==aGVs", None),
            ("a GVs", None),
            ("aG=s", None),
        ];
        for (text, expected) in table {
            assert_eq!(decode(text).ok().as_deref(), *expected, "{text:?}");
        }
    }

    #[test]
    fn says_where_it_is_corrupt() {
        for (text, offset) in [
            ("A", 0),
            ("AA", 0),
            ("AAAA=", 4),
            ("AA=A", 2),
            ("AA==A", 4),
            ("A?", 1),
            ("AA=", 3),
            ("=", 0),
            ("A===", 1),
            ("AA=\n", 4),
            ("AA=\nA", 3),
            ("AA==\r\n ", 6),
            ("AAA=A", 4),
            ("AAA==", 4),
            ("AAAA\n=", 5),
            ("AAAAAA", 4),
        ] {
            assert_eq!(decode(text), Err(CorruptInput { offset }), "{text}");
        }
    }
}
