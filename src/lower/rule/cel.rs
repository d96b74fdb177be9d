//! Names and texts as CEL spells them.

/// Words that CEL reserves (`k8s.io/apiserver/pkg/cel/escaping.go`).
const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// How a rule names a property, escaped as API servers expect it; `None` if no rule can name it.
///
/// | in the property's name | in the rule |
/// |---|---|
/// | `__` | `__underscores__` |
/// | `.` | `__dot__` |
/// | `-` | `__dash__` |
/// | `/` | `__slash__` |
/// | a reserved word | `__word__` |
pub(in crate::lower) fn property(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut escaped = String::with_capacity(name.len());
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '_' if characters.next_if_eq(&'_').is_some() => escaped.push_str("__underscores__"),
            '.' => escaped.push_str("__dot__"),
            '-' => escaped.push_str("__dash__"),
            '/' => escaped.push_str("__slash__"),
            '_' => escaped.push('_'),
            _ if character.is_ascii_alphanumeric() => escaped.push(character),
            _ => return None,
        }
    }
    Some(escaped)
}

/// Text as a CEL string literal.
pub(in crate::lower) fn string(text: &str) -> String {
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

/// One step of a field path: `.name`, or `['na.me']` where a dot would be misread.
pub(in crate::lower) fn field_path(name: &str) -> String {
    let is_plain = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    if is_plain && !name.starts_with(|first: char| first.is_ascii_digit()) {
        format!(".{name}")
    } else {
        format!("[{}]", string(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_as_api_servers_do() {
        let cases = [
            ("replicas", Some("replicas")),
            ("namespace", Some("__namespace__")),
            ("while", Some("__while__")),
            ("x-prop", Some("x__dash__prop")),
            ("a.b/c", Some("a__dot__b__slash__c")),
            ("redact__d", Some("redact__underscores__d")),
            ("a___b", Some("a__underscores___b")),
            ("a_b", Some("a_b")),
            ("int", Some("int")),
            ("1st", None),
            ("é", None),
            ("a b", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(property(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn strings_are_quoted() {
        assert_eq!(string("it's\\n"), r"'it\'s\\n'");
    }

    #[test]
    fn field_paths_are_quoted_where_needed() {
        assert_eq!(field_path("rollingUpdate"), ".rollingUpdate");
        assert_eq!(field_path("limits.cpu"), "['limits.cpu']");
    }
}
