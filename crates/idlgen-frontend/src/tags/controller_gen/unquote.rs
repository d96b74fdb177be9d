//! Emulates `strconv.Unquote`.

use crate::tags::go_escape::{push_character, push_escaped};

/// Returns the value of a Go string literal, `"…"` or `` `…` ``, or `None` for anything else. Replaces invalid UTF-8.
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
            '\\' => push_escaped(&mut rest, &mut bytes)?,
            other => push_character(&mut bytes, other),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the value of a string on controller-gen's command line, which may be a literal or the string itself.
pub fn text_of_option(text: &str) -> String {
    let text = text.trim();
    unquote(text).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{text_of_option, unquote};

    #[test]
    fn options_are_literals_or_bare() {
        for (text, expected) in [(" a b ", "a b"), ("\"a\\tb\"", "a\tb"), ("`a`", "a"), ("\"a", "\"a")] {
            assert_eq!(text_of_option(text), expected, "{text}");
        }
    }

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
