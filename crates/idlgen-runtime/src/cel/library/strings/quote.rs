//! The CEL function `strings.quote`.

/// `strings.quote(text)`: adds double quotes and escapes `\a \b \f \n \r \t \v \\ \"`. Does not escape other control
/// characters.
///
/// ```
/// assert_eq!(idlgen_runtime::cel::library::strings::quote("a\n\"b\"\u{1}"), "\"a\\n\\\"b\\\"\u{1}\"");
/// ```
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
