//! Names of fields as identifiers.

/// Words that a field name must not be; `__word__` stands for them.
pub(crate) const RESERVED: [&str; 21] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// The identifier under which a field is accessible in expressions: `a-b` is `a__dash__b`, `if` is `__if__`. None if the name has characters that cannot be
/// escaped, or starts with a digit. (As `Escape` of k8s.io/apiserver/pkg/cel.)
///
/// ```
/// assert_eq!(idlgen_cel::escape("x.y"), Some("x__dot__y".to_owned()));
/// assert_eq!(idlgen_cel::escape("8a"), None);
/// ```
pub fn escape(name: &str) -> Option<String> {
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let first = name.bytes().next()?;
    if first.is_ascii_digit() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-/".contains(&byte)) {
        return None;
    }
    let escaped = name.replace("__", "__underscores__");
    Some(escaped.replace('.', "__dot__").replace('-', "__dash__").replace('/', "__slash__"))
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn names() {
        for (name, expected) in [
            ("a", Some("a")),
            ("a___b", Some("a__underscores___b")),
            ("a-b.c/d", Some("a__dash__b__dot__c__slash__d")),
            ("namespace", Some("__namespace__")),
            ("int", Some("int")),
            ("", None),
            ("1a", None),
            ("$a", None),
            ("é", None),
        ] {
            assert_eq!(escape(name).as_deref(), expected, "{name}");
        }
    }
}
