//! Emulates `mime.WordDecoder`, which decodes words such as `=?utf-8?q?caf=C3=A9?=`.

use crate::go::base64;

/// The result of decoding a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoded {
    Text {
        /// `true` if the decoded text is empty.
        is_empty: bool,
    },
    /// The text is not an encoded word, or is an invalid one.
    Not,
    /// An encoded word in a character set that Go does not support.
    UnknownCharset,
}

pub(super) fn decode(word: &str) -> Decoded {
    let inner = word.strip_prefix("=?").and_then(|word| word.strip_suffix("?="));
    let (Some(inner), true) = (inner, word.len() >= 8 && word.matches('?').count() == 4) else { return Decoded::Not };
    let mut parts = inner.splitn(3, '?');
    let (Some(charset), Some(encoding), Some(text)) = (parts.next(), parts.next(), parts.next()) else {
        return Decoded::Not;
    };
    let is_empty = match encoding {
        "B" | "b" => base64::decode(text).ok().map(|bytes| bytes.is_empty()),
        "Q" | "q" => is_quoted_printable(text).then_some(text.is_empty()),
        _ => None,
    };
    match is_empty {
        Some(is_empty) if !charset.is_empty() => {
            if ["utf-8", "iso-8859-1", "us-ascii"].iter().any(|known| equal_in_any_case(known, charset)) {
                Decoded::Text { is_empty }
            } else {
                Decoded::UnknownCharset
            }
        }
        _ => Decoded::Not,
    }
}

fn is_quoted_printable(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (b'=', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => after,
            (b' '..=b'<' | b'>'..=b'~' | b'\n' | b'\r' | b'\t', after) => after,
            _ => return false,
        };
    }
    true
}

/// Compares like `strings.EqualFold`, which treats the letter `ſ` (long s) as `s`.
fn equal_in_any_case(lower: &str, text: &str) -> bool {
    let folded = text.chars().map(|character| if character == 'ſ' { 's' } else { character.to_ascii_lowercase() });
    lower.chars().eq(folded)
}
