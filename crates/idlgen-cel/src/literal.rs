//! Literal values.

use std::borrow::Cow;

use idlgen_runtime::cel::program::Constant;

/// Parses an integer with its sign.
pub(crate) fn int(text: &str, negative: bool) -> Result<Constant, &'static str> {
    let magnitude = magnitude(text).ok_or("invalid int literal")?;
    let value = if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
    value.map(Constant::Int).ok_or("invalid int literal")
}

/// Parses an unsigned integer with its suffix `u`.
pub(crate) fn uint(text: &str) -> Result<Constant, &'static str> {
    magnitude(text.trim_end_matches(['u', 'U'])).map(Constant::Uint).ok_or("invalid uint literal")
}

fn magnitude(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Parses a double with its sign. A value out of range is an error, as in Go.
pub(crate) fn double(text: &str, negative: bool) -> Result<Constant, &'static str> {
    let value: f64 = text.parse().map_err(|_| "invalid double literal")?;
    if value.is_infinite() {
        return Err("invalid double literal");
    }
    Ok(Constant::Double(if negative { -value } else { value }))
}

/// Returns the value of a string token: unquoted, unescaped, with `\n` line ends.
pub(crate) fn string(token: &str) -> Result<Constant, &'static str> {
    let octets = unescape(token, false)?;
    String::from_utf8(octets).map(|text| Constant::String(Cow::Owned(text))).map_err(|_| "unable to unescape string")
}

/// Returns the value of a bytes token.
pub(crate) fn bytes(token: &str) -> Result<Constant, &'static str> {
    unescape(token.get(1..).unwrap_or_default(), true).map(|octets| Constant::Bytes(Cow::Owned(octets)))
}

fn unescape(token: &str, bytes: bool) -> Result<Vec<u8>, &'static str> {
    let token = if token.contains('\r') {
        Cow::Owned(token.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(token)
    };
    let (raw, quoted) = match token.strip_prefix(['r', 'R']) {
        Some(rest) => (true, rest),
        None => (false, &*token),
    };
    let quotes = if quoted.len() >= 6 && (quoted.starts_with("'''") || quoted.starts_with("\"\"\"")) { 3 } else { 1 };
    let content = quoted.get(quotes..quoted.len().saturating_sub(quotes)).ok_or("unable to unescape string")?;
    if raw || !content.contains('\\') {
        return Ok(content.as_bytes().to_vec());
    }
    let mut octets = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        if character == '\\' {
            rest = escape(rest, bytes, &mut octets)?;
        } else {
            push(&mut octets, character);
        }
    }
    Ok(octets)
}

fn push(octets: &mut Vec<u8>, character: char) {
    octets.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Appends the value of an escape sequence (without its backslash). Returns the rest.
fn escape<'a>(text: &'a str, bytes: bool, octets: &mut Vec<u8>) -> Result<&'a str, &'static str> {
    const FAILED: &str = "unable to unescape string";
    let name = text.chars().next().ok_or("unable to unescape string, found '\\' as last character")?;
    let plain = match name {
        'a' => Some(0x07),
        'b' => Some(0x08),
        'f' => Some(0x0c),
        'n' => Some(b'\n'),
        'r' => Some(b'\r'),
        't' => Some(b'\t'),
        'v' => Some(0x0b),
        '\\' | '\'' | '"' | '`' | '?' => Some(name as u8),
        _ => None,
    };
    if let Some(octet) = plain {
        octets.push(octet);
        return Ok(text.get(1..).unwrap_or_default());
    }
    let (start, end, radix) = match name {
        'x' | 'X' => (1, 3, 16),
        'u' if !bytes => (1, 5, 16),
        'U' if !bytes => (1, 9, 16),
        '0'..='3' => (0, 3, 8),
        _ => return Err(FAILED),
    };
    let value = text.get(start..end).and_then(|digits| u32::from_str_radix(digits, radix).ok()).ok_or(FAILED)?;
    if bytes {
        octets.push(u8::try_from(value).map_err(|_| FAILED)?);
    } else {
        push(octets, char::from_u32(value).ok_or("invalid unicode code point")?);
    }
    Ok(text.get(end..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        for (token, expected) in [
            (r"'a\'b'", "a'b"),
            (r"r'\d'", "\\d"),
            (r"'\x41\u00e9\U0001F600\101'", "Aé😀A"),
            ("'''a\r\nb'''", "a\nb"),
            (r"'\xe9'", "é"),
            ("''", ""),
        ] {
            assert_eq!(string(token), Ok(Constant::String(expected.into())), "{token}");
        }
        assert_eq!(string(r"'\ud800'"), Err("invalid unicode code point"));
        assert_eq!(bytes(r"b'\xe9é\303'"), Ok(Constant::Bytes(vec![0xe9, 0xc3, 0xa9, 0xc3].into())));
        assert_eq!(bytes(r"b'\377\X41'"), Ok(Constant::Bytes(vec![0xff, 0x41].into())));
        for token in [r"b'\u00e9'", r"b'\U000000e9'", r"b'\400'", r"b'\x4'"] {
            assert_eq!(bytes(token), Err("unable to unescape string"), "{token}");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(int("9223372036854775808", true), Ok(Constant::Int(i64::MIN)));
        assert_eq!(int("9223372036854775808", false), Err("invalid int literal"));
        assert_eq!(int("0xFF", true), Ok(Constant::Int(-255)));
        assert_eq!(uint("0xFFu"), Ok(Constant::Uint(255)));
        assert_eq!(double("1e400", false), Err("invalid double literal"));
        assert_eq!(double(".5e1", true), Ok(Constant::Double(-5.0)));
    }
}
