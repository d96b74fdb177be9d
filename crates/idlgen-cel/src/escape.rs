//! Field name escaping.

use crate::words::is_keyword_or_reserved;

/// Returns the identifier of a field in expressions: `a-b` is `a__dash__b`, `if` is `__if__`. Returns `None` if the
/// name has characters that cannot be escaped, or starts with a digit. (Like `Escape` of k8s.io/apiserver/pkg/cel.)
///
/// ```
/// assert_eq!(idlgen_cel::escape("x.y"), Some("x__dot__y".to_owned()));
/// assert_eq!(idlgen_cel::escape("8a"), None);
/// ```
pub fn escape(name: &str) -> Option<String> {
    if is_keyword_or_reserved(name) {
        return Some(escape_word(name));
    }
    let first = name.bytes().next()?;
    if first.is_ascii_digit() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-/".contains(&byte)) {
        return None;
    }
    // Most names need no escaping.
    let is_plain =
        name.bytes().all(|byte| !b".-/".contains(&byte)) && !name.as_bytes().windows(2).any(|two| two == b"__");
    if is_plain {
        return Some(name.to_owned());
    }
    let escaped = name.replace("__", "__underscores__");
    Some(escaped.replace('.', "__dot__").replace('-', "__dash__").replace('/', "__slash__"))
}

/// Returns `__word__`, the escaped form of a reserved word.
pub(crate) fn escape_word(word: &str) -> String {
    format!("__{word}__")
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
            ("a_b", Some("a_b")),
            ("__", Some("__underscores__")),
            ("____a", Some("__underscores____underscores__a")),
            ("-./", Some("__dash____dot____slash__")),
            ("x-prop", Some("x__dash__prop")),
            ("a.b/c", Some("a__dot__b__slash__c")),
            ("redact__d", Some("redact__underscores__d")),
            ("replicas", Some("replicas")),
            ("namespace", Some("__namespace__")),
            ("while", Some("__while__")),
            ("int", Some("int")),
            ("", None),
            ("1a", None),
            ("1st", None),
            ("a b", None),
            ("$a", None),
            ("é", None),
        ] {
            assert_eq!(escape(name).as_deref(), expected, "{name}");
        }
    }
}
