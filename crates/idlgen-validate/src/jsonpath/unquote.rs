//! Unquotes strings with Go's escapes, in single or double quotes (`jsonpath.UnquoteExtend`).

/// Unquotes and unescapes a string. Returns `None` for an escape that Go does not support.
pub(super) fn unquote(quoted: &str) -> Option<String> {
    let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut rest = quoted.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some(first) = rest.chars().next() {
        if first == quote {
            return None;
        }
        rest = rest.get(first.len_utf8()..)?;
        if first == '\\' {
            rest = escape(rest, quote, &mut bytes)?;
        } else {
            bytes.extend_from_slice(first.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Parses the escape sequence after a backslash (`strconv.UnquoteChar`). Returns the rest of the text.
fn escape<'t>(text: &'t str, quote: char, bytes: &mut Vec<u8>) -> Option<&'t str> {
    let kind = text.chars().next()?;
    let behind = text.get(kind.len_utf8()..)?;
    let byte = match kind {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' => b'\\',
        _ if kind == quote => u8::try_from(quote).ok()?,
        'x' => u8::try_from(digits(behind, 2, 16)?).ok()?,
        '0'..='7' => u8::try_from(digits(text, 3, 8)?).ok()?,
        'u' | 'U' => {
            let length = if kind == 'u' { 4 } else { 8 };
            let character = char::from_u32(digits(behind, length, 16)?)?;
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return behind.get(length..);
        }
        _ => return None,
    };
    bytes.push(byte);
    match kind {
        'x' => behind.get(2..),
        '0'..='7' => text.get(3..),
        _ => Some(behind),
    }
}

fn digits(text: &str, length: usize, radix: u32) -> Option<u32> {
    let digits = text.get(..length)?;
    let are_digits = digits.chars().all(|digit| digit.is_digit(radix));
    if are_digits { u32::from_str_radix(digits, radix).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::unquote;

    #[test]
    fn escapes_are_go_s() {
        for (quoted, text) in [
            (r#""a b""#, Some("a b")),
            (r#"'a"b'"#, Some("a\"b")),
            (r#""\n\t\\\"""#, Some("\n\t\\\"")),
            (r#""\a\b\f\r\v""#, Some("\u{7}\u{8}\u{c}\r\u{b}")),
            (r"'\''", Some("'")),
            (r#""\'""#, None),
            (r#""\x41\101\u00e9\U0001F600""#, Some("AA\u{e9}\u{1f600}")),
            (r#""\xc3\xa9\xff""#, Some("\u{e9}\u{fffd}")),
            (r#""\400""#, None),
            (r#""\ud800""#, None),
            (r#""\x4""#, None),
            (r#""\q""#, None),
            (r#""a\"#, None),
            ("\"", None),
        ] {
            assert_eq!(unquote(quoted).as_deref(), text, "{quoted}");
        }
    }
}
