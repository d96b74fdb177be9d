//! String literals.

/// Formats a string literal with single quotes.
///
/// ```
/// assert_eq!(idlgen_cel::quote("it's\\n"), r"'it\'s\\n'");
/// ```
pub fn quote(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('\'');
    for character in text.chars() {
        match character {
            '\'' => literal.push_str("\\'"),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            _ => literal.push(character),
        }
    }
    literal.push('\'');
    literal
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::cel::program::Constant;

    use super::quote;
    use crate::literal;

    #[test]
    fn literals_are_read_as_what_was_quoted() {
        assert_eq!(quote("it's\\n"), r"'it\'s\\n'");
        assert_eq!(quote("a\n\r\t\"é"), "'a\\n\\r\\t\"é'");
        for text in ["", "a", "'", "\\", "\\'", "a\nb\r\tc", "\"é日\u{1}"] {
            assert_eq!(literal::string(&quote(text)), Ok(Constant::String(text.to_owned().into())), "{text:?}");
        }
    }
}
