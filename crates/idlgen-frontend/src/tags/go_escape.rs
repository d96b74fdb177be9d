//! Escapes of Go's interpreted string literals.

/// A single escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escape {
    /// Its length in the source in bytes, including the backslash.
    pub(super) length: usize,
    /// The value.
    pub(super) character: char,
}

/// An invalid escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EscapeError {
    /// Its length in bytes in the source.
    pub(super) length: usize,
    /// The problem.
    pub(super) message: String,
}

/// Reads the escape at the start of `text`. Either quote may be escaped in both kinds of strings.
pub(super) fn read(text: &str) -> Result<Escape, EscapeError> {
    let fault = |length: usize, message: String| Err(EscapeError { length, message });
    let mut characters = text.chars().skip(1);
    let Some(kind) = characters.next() else {
        return fault(1, "trailing backslash at the end of the line".to_owned());
    };
    let simple = match kind {
        'a' => Some('\u{7}'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'v' => Some('\u{b}'),
        '\\' | '\'' | '"' => Some(kind),
        _ => None,
    };
    if let Some(character) = simple {
        return Ok(Escape { length: 2, character });
    }
    let (prefix, digits, radix) = match kind {
        'x' => (2, 2, 16),
        'u' => (2, 4, 16),
        'U' => (2, 8, 16),
        '0'..='7' => (1, 3, 8),
        other => return fault(1 + other.len_utf8(), format!("invalid Go escape `\\{other}`")),
    };
    let number: String = text.chars().skip(prefix).take(digits).take_while(|digit| digit.is_digit(radix)).collect();
    if number.len() < digits {
        return fault(prefix + number.len(), format!("the escape `\\{kind}` requires {digits} digits in base {radix}"));
    }
    let length = prefix + digits;
    let value = u32::from_str_radix(&number, radix).unwrap_or(u32::MAX);
    // `\x` and octal escapes are bytes. Those beyond ASCII would only be a part of a character.
    let limit = if matches!(kind, 'u' | 'U') { u32::MAX } else { 0x7f };
    match char::from_u32(value) {
        Some(character) if value <= limit => Ok(Escape { length, character }),
        _ if limit == 0x7f => {
            fault(length, format!("the byte {value:#04x} is not a character; use `\\u` and four digits"))
        }
        _ => fault(length, format!("{value:#x} is not a Unicode character")),
    }
}

/// Returns the length and the value of the escape at the start of `text`, if Go supports it.
pub(crate) fn known(text: &str) -> Option<(usize, char)> {
    read(text).ok().map(|escape| (escape.length, escape.character))
}

/// Appends the bytes of an escape between double quotes. `rest` begins after the backslash. Unlike [`read`], which
/// handles characters, this supports any byte. Returns `None` if Go does not support the escape.
pub(crate) fn push_escaped(rest: &mut std::str::Chars<'_>, bytes: &mut Vec<u8>) -> Option<()> {
    match rest.next()? {
        'a' => bytes.push(7),
        'b' => bytes.push(8),
        'f' => bytes.push(12),
        'n' => bytes.push(b'\n'),
        'r' => bytes.push(b'\r'),
        't' => bytes.push(b'\t'),
        'v' => bytes.push(11),
        '\\' => bytes.push(b'\\'),
        '"' => bytes.push(b'"'),
        'x' => bytes.push(u8::try_from(digits(rest, 0, 16, 2)?).ok()?),
        'u' => push_character(bytes, char::from_u32(digits(rest, 0, 16, 4)?)?),
        'U' => push_character(bytes, char::from_u32(digits(rest, 0, 16, 8)?)?),
        first @ '0'..='7' => bytes.push(u8::try_from(digits(rest, first.to_digit(8)?, 8, 2)?).ok()?),
        _ => return None,
    }
    Some(())
}

fn digits(rest: &mut std::str::Chars<'_>, first: u32, base: u32, count: usize) -> Option<u32> {
    let mut value = first;
    for _ in 0..count {
        value = value.checked_mul(base)?.checked_add(rest.next()?.to_digit(base)?)?;
    }
    Some(value)
}

/// Adds the bytes of a character.
pub(crate) fn push_character(bytes: &mut Vec<u8>, character: char) {
    bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, length, character) in [
            (r"\n", 2, '\n'),
            (r"\\d", 2, '\\'),
            (r#"\""#, 2, '"'),
            (r"\'", 2, '\''),
            (r"\x41b", 4, 'A'),
            (r"\101", 4, 'A'),
            (r"\u00e9", 6, 'é'),
            (r"\U0001f600", 10, '😀'),
        ] {
            assert_eq!(read(text), Ok(Escape { length, character }), "{text}");
        }
    }

    #[test]
    fn faults() {
        for (text, length, message) in [
            ("\\", 1, "trailing backslash at the end of the line"),
            (r"\d", 2, "invalid Go escape `\\d`"),
            (r"\é", 3, "invalid Go escape `\\é`"),
            (r"\x4", 3, "the escape `\\x` requires 2 digits in base 16"),
            (r"\18", 2, "the escape `\\1` requires 3 digits in base 8"),
            (r"\ud800", 6, "0xd800 is not a Unicode character"),
            (r"\xff", 4, "the byte 0xff is not a character; use `\\u` and four digits"),
            (r"\777", 4, "the byte 0x1ff is not a character; use `\\u` and four digits"),
        ] {
            assert_eq!(read(text), Err(EscapeError { length, message: message.to_owned() }), "{text}");
        }
    }

    #[test]
    fn each_letter_is_an_escape() {
        for (letter, character) in [
            ('a', '\u{7}'),
            ('b', '\u{8}'),
            ('f', '\u{c}'),
            ('n', '\n'),
            ('r', '\r'),
            ('t', '\t'),
            ('v', '\u{b}'),
            ('\\', '\\'),
            ('"', '"'),
        ] {
            assert_eq!(known(&format!("\\{letter}x")), Some((2, character)), "{letter}");
            let mut bytes = Vec::new();
            assert_eq!(push_escaped(&mut format!("{letter}x").chars(), &mut bytes), Some(()), "{letter}");
            assert_eq!(bytes, character.to_string().into_bytes(), "{letter}");
        }
        for (text, expected) in [
            ("x41", Some("A")),
            ("101", Some("A")),
            ("u00e9", Some("é")),
            ("U0001f600", Some("\u{1f600}")),
            ("U00110000", None),
            ("ud800", None),
            ("x4", None),
            ("8", None),
            ("'", None),
            ("400", None),
            ("", None),
        ] {
            let mut bytes = Vec::new();
            let found = push_escaped(&mut text.chars(), &mut bytes).map(|()| bytes);
            assert_eq!(found, expected.map(|text| text.as_bytes().to_vec()), "{text}");
        }
    }
}
