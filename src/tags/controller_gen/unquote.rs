//! `strconv.Unquote`.

/// The value of a Go string literal, `"…"` or `` `…` ``; `None` if it is none. Bytes that are no UTF-8 are replaced.
pub(super) fn unquote(literal: &str) -> Option<String> {
    if let Some(inner) = literal.strip_prefix('`') {
        let inner = inner.strip_suffix('`')?;
        return (!inner.contains('`')).then(|| inner.replace('\r', ""));
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(character) = rest.next() {
        match character {
            '"' | '\n' => return None,
            '\\' => escaped(&mut rest, &mut bytes)?,
            other => push(&mut bytes, other),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn escaped(rest: &mut std::str::Chars<'_>, bytes: &mut Vec<u8>) -> Option<()> {
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
        'u' => push(bytes, char::from_u32(digits(rest, 0, 16, 4)?)?),
        'U' => push(bytes, char::from_u32(digits(rest, 0, 16, 8)?)?),
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

fn push(bytes: &mut Vec<u8>, character: char) {
    bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::unquote;

    #[test]
    fn literals() {
        for (literal, expected) in [
            (r#""a\"b""#, Some("a\"b")),
            (r#""\x41\101\u00e9""#, Some("AAé")),
            (r#""\d""#, None),
            (r#""a"#, None),
            ("`a\\d`", Some("a\\d")),
            ("`a", None),
            ("\"", None),
            (r#""\'""#, None),
        ] {
            assert_eq!(unquote(literal).as_deref(), expected, "{literal}");
        }
    }
}
