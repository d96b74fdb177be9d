//! Emulates `strconv.Quote`, which is `%q`.

use std::fmt::Write;

use super::printable::is_printable;

/// Quotes `text` with double quotes and Go's escapes. Escapes control characters and unprintable characters; other
/// Unicode characters remain unchanged.
///
/// ```
/// use idlgen_runtime::go::quote;
/// assert_eq!(quote("a\"\té\u{2028}\u{7f}"), r#""a\"\té\u2028\x7f""#);
/// ```
pub fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// Quotes bytes like [`quote`]. Bytes that are not UTF-8 are escaped.
///
/// ```
/// use idlgen_runtime::go::quote_bytes;
/// assert_eq!(quote_bytes(b"a\xff"), r#""a\xff""#);
/// ```
pub fn quote_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::with_capacity(bytes.len() + 2);
    quoted.push('"');
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            push_escaped(&mut quoted, character);
        }
        for byte in chunk.invalid() {
            let _ = write!(quoted, "\\x{byte:02x}");
        }
    }
    quoted.push('"');
    quoted
}

fn push_escaped(quoted: &mut String, character: char) {
    match character {
        '"' => quoted.push_str("\\\""),
        '\\' => quoted.push_str("\\\\"),
        '\u{7}' => quoted.push_str("\\a"),
        '\u{8}' => quoted.push_str("\\b"),
        '\u{c}' => quoted.push_str("\\f"),
        '\n' => quoted.push_str("\\n"),
        '\r' => quoted.push_str("\\r"),
        '\t' => quoted.push_str("\\t"),
        '\u{b}' => quoted.push_str("\\v"),
        _ if is_printable(character) => quoted.push(character),
        _ => {
            let code = u32::from(character);
            let _ = match character {
                '\0'..='\u{7f}' => write!(quoted, "\\x{code:02x}"),
                '\u{80}'..='\u{ffff}' => write!(quoted, "\\u{code:04x}"),
                _ => write!(quoted, "\\U{code:08x}"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{quote, quote_bytes};

    #[test]
    fn escapes_what_is_not_printable() {
        for (text, quoted) in [
            ("", r#""""#),
            ("\u{7}\u{8}\u{c}\n\r\t\u{b}", r#""\a\b\f\n\r\t\v""#),
            ("\0\u{1b}\u{7f}", r#""\x00\x1b\x7f""#),
            ("\u{80}\u{a0}\u{ad}\u{feff}", r#""\u0080\u00a0\u00ad\ufeff""#),
            ("é日😀\u{301}", "\"é日😀\u{301}\""),
            ("\u{10ffff}\u{378}", r#""\U0010ffff\u0378""#),
        ] {
            assert_eq!(quote(text), quoted);
        }
    }

    #[test]
    fn escapes_what_is_not_utf_8() {
        assert_eq!(quote_bytes(b"%a\xc3"), r#""%a\xc3""#);
        assert_eq!(quote_bytes(b"\xe2\x82x\xff"), r#""\xe2\x82x\xff""#);
    }
}
