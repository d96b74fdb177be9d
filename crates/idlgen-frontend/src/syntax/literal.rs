//! Values of Go literals.

use thiserror::Error;

/// The reason why a literal has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum LiteralError {
    /// The closing quote is missing.
    #[error("the closing quote is missing")]
    NotClosed,
    /// A backslash is followed by a character that Go does not allow.
    #[error("`{0}` is not a Go escape")]
    UnknownEscape(String),
    /// An escape contains a number that is not a character.
    #[error("`{0}` is not a Unicode character")]
    NoCharacter(String),
    /// The bytes of escapes are not valid UTF-8.
    #[error("its bytes are not valid UTF-8")]
    NotText,
}

/// Returns the value of a raw or interpreted string literal. `literal` includes the quotes.
pub(super) fn string(literal: &str) -> Result<String, LiteralError> {
    if let Some(raw) = literal.strip_prefix('`') {
        let raw = raw.strip_suffix('`').ok_or(LiteralError::NotClosed)?;
        return Ok(if raw.contains('\r') { raw.replace('\r', "") } else { raw.to_owned() });
    }
    let inner = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or(LiteralError::NotClosed)?;
    if !inner.contains('\\') {
        return Ok(inner.to_owned());
    }
    String::from_utf8(unescape(inner, '"')?).map_err(|_| LiteralError::NotText)
}

/// Returns the value of a rune literal. `literal` includes the quotes.
pub(super) fn rune(literal: &str) -> Option<u32> {
    let inner = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    if let Some(escape) = inner.strip_prefix('\\') {
        let mut rest = escape;
        return match read_escape(&mut rest, '\'').ok()? {
            Escape::Byte(byte) => Some(u32::from(byte)),
            Escape::Character(character) => Some(u32::from(character)),
        }
        .filter(|_| rest.is_empty());
    }
    let mut characters = inner.chars();
    let character = characters.next()?;
    characters.next().is_none().then_some(u32::from(character))
}

/// Returns the value of an integer literal in any of Go's bases.
pub(super) fn integer(literal: &str) -> Option<i128> {
    let digits = literal.replace('_', "").to_ascii_lowercase();
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, digits.get(2..)?),
        [b'0', b'o', ..] => (8, digits.get(2..)?),
        [b'0', b'b', ..] => (2, digits.get(2..)?),
        [b'0', _, ..] => (8, digits.get(1..)?),
        _ => (10, digits.as_str()),
    };
    i128::from_str_radix(digits, radix).ok()
}

/// Returns the value of a decimal or hexadecimal float literal.
pub(super) fn float(literal: &str) -> Option<f64> {
    let digits = literal.replace('_', "").to_ascii_lowercase();
    let Some(hexadecimal) = digits.strip_prefix("0x") else { return digits.parse().ok() };
    let (mantissa, exponent) = hexadecimal.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let exponent: i32 = exponent.parse().ok()?;
    let shift = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    Some(value * f64::powi(2.0, exponent.checked_sub(shift)?))
}

fn unescape(inner: &str, quote: char) -> Result<Vec<u8>, LiteralError> {
    let mut value = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((plain, escape)) = rest.split_once('\\') {
        value.extend_from_slice(plain.as_bytes());
        rest = escape;
        match read_escape(&mut rest, quote)? {
            Escape::Byte(byte) => value.push(byte),
            Escape::Character(character) => value.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    value.extend_from_slice(rest.as_bytes());
    Ok(value)
}

enum Escape {
    Byte(u8),
    Character(char),
}

/// Reads the escape after a backslash, and moves `rest` past it.
fn read_escape(rest: &mut &str, quote: char) -> Result<Escape, LiteralError> {
    let unknown = |text: &str, length: usize| {
        LiteralError::UnknownEscape(format!("\\{}", text.chars().take(length).collect::<String>()))
    };
    let text = *rest;
    let first = text.chars().next().ok_or(LiteralError::NotClosed)?;
    let simple = match first {
        'a' => Some(7),
        'b' => Some(8),
        'f' => Some(12),
        'n' => Some(b'\n'),
        'r' => Some(b'\r'),
        't' => Some(b'\t'),
        'v' => Some(11),
        '\\' => Some(b'\\'),
        '"' | '\'' if first == quote => Some(first as u8),
        _ => None,
    };
    if let Some(byte) = simple {
        *rest = text.get(1..).unwrap_or_default();
        return Ok(Escape::Byte(byte));
    }
    let (digits_start, length, radix) = match first {
        'x' => (1, 2, 16),
        'u' => (1, 4, 16),
        'U' => (1, 8, 16),
        '0'..='7' => (0, 3, 8),
        _ => return Err(unknown(text, 1)),
    };
    let end = digits_start + length;
    let digits = text.get(digits_start..end).filter(|digits| digits.chars().all(|digit| digit.is_digit(radix)));
    let number = digits.and_then(|digits| u32::from_str_radix(digits, radix).ok()).ok_or_else(|| unknown(text, end))?;
    *rest = text.get(end..).unwrap_or_default();
    if length < 4 {
        u8::try_from(number).map(Escape::Byte).map_err(|_| unknown(text, end))
    } else {
        let none = || LiteralError::NoCharacter(format!("\\{}", text.get(..end).unwrap_or_default()));
        char::from_u32(number).map(Escape::Character).ok_or_else(none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let ok = [
            (r#""""#, ""),
            (r#""a b""#, "a b"),
            (r#""json:\"a\"""#, "json:\"a\""),
            (r#""\a\b\f\n\r\t\v\\""#, "\u{7}\u{8}\u{c}\n\r\t\u{b}\\"),
            (r#""\101\x41\u00e9\U0001F600\xc3\xa9""#, "AA\u{e9}\u{1f600}\u{e9}"),
            ("`a\\n\r\n\"b`", "a\\n\n\"b"),
            ("``", ""),
        ];
        for (literal, value) in ok {
            assert_eq!(string(literal).as_deref(), Ok(value), "{literal}");
        }
        let bad = [
            (r#""a"#, "the closing quote is missing"),
            ("`a", "the closing quote is missing"),
            ("\"", "the closing quote is missing"),
            (r#""\'""#, "`\\'` is not a Go escape"),
            (r#""\q""#, "`\\q` is not a Go escape"),
            (r#""\x4""#, "`\\x4` is not a Go escape"),
            (r#""\400""#, "`\\400` is not a Go escape"),
            (r#""\ud800""#, "`\\ud800` is not a Unicode character"),
            (r#""\xff""#, "its bytes are not valid UTF-8"),
            ("\"\\xé\"", "`\\xé` is not a Go escape"),
        ];
        for (literal, reason) in bad {
            assert_eq!(string(literal).map_err(|error| error.to_string()), Err(reason.to_owned()), "{literal}");
        }
    }

    #[test]
    fn runes() {
        let table = [
            ("'a'", Some(97)),
            ("'é'", Some(0xe9)),
            (r"'\''", Some(39)),
            (r"'\n'", Some(10)),
            (r"'\x41'", Some(65)),
            (r"'\u00e9'", Some(0xe9)),
            (r#"'\"'"#, None),
            ("''", None),
            ("'ab'", None),
            (r"'\nn'", None),
        ];
        for (literal, value) in table {
            assert_eq!(rune(literal), value, "{literal}");
        }
    }

    #[test]
    fn numbers() {
        let integers = [
            ("0", Some(0)),
            ("1_000", Some(1000)),
            ("0x_Ff", Some(255)),
            ("0b101", Some(5)),
            ("0o17", Some(15)),
            ("017", Some(15)),
            ("08", None),
            ("9223372036854775808", Some(1 << 63)),
            ("999999999999999999999999999999999999999999", None),
        ];
        for (literal, value) in integers {
            assert_eq!(integer(literal), value, "{literal}");
        }
        let floats = [
            ("1.5", Some(1.5)),
            (".5", Some(0.5)),
            ("1.", Some(1.0)),
            ("1e3", Some(1000.0)),
            ("1_0.2_5E-1", Some(1.025)),
            ("0x1p-2", Some(0.25)),
            ("0x1.8p1", Some(3.0)),
            ("0x1p99999999999", None),
        ];
        for (literal, value) in floats {
            assert_eq!(float(literal), value, "{literal}");
        }
    }
}
