//! Formats JSON values in messages.

use idlgen_runtime::go::to_json;
use serde_json::Value as Json;

/// Formats a value as compact JSON with sorted keys. Unlike [`to_json`], does not escape `<`, `>` and `&`, which are
/// special only in HTML.
pub(super) fn shown(value: &Json) -> String {
    let escaped = to_json(value);
    let mut text = String::with_capacity(escaped.len());
    let mut rest = escaped.as_str();
    while let Some(start) = rest.find('\\') {
        let (before, escape) = rest.split_at(start);
        text.push_str(before);
        let known = [("\\u003c", "<"), ("\\u003e", ">"), ("\\u0026", "&")];
        let (length, plain) = match known.into_iter().find(|(code, _)| escape.starts_with(code)) {
            Some((code, plain)) => (code.len(), plain),
            // The backslash and the next character, which can be another backslash.
            None => (2, escape.get(..2).unwrap_or(escape)),
        };
        text.push_str(plain);
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn characters_of_html_are_not_escaped() {
        for (value, expected) in [
            (json!("a<b>&c"), r#""a<b>&c""#),
            (json!({"b<": [1.0, "\\u003c"], "a": "\\<\n\""}), r#"{"a":"\\<\n\"","b<":[1,"\\u003c"]}"#),
            (json!("\u{1}\u{2028}ä"), r#""\u0001\u2028ä""#),
        ] {
            assert_eq!(shown(&value), expected);
        }
    }
}
