//! Formats values in Go syntax.

use serde_json::Value as Json;

use super::{quote, sorted_members};

/// Formats an untyped value like Go's `%#v`: `map[string]interface {}{"a":1}`, with sorted keys.
pub fn to_go_syntax(value: &Json) -> String {
    match value {
        Json::Object(entries) => {
            let entries: Vec<String> = sorted_members(entries)
                .into_iter()
                .map(|(key, value)| format!("{}:{}", quote(key), to_go_syntax(value)))
                .collect();
            format!("map[string]interface {{}}{{{}}}", entries.join(", "))
        }
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(to_go_syntax).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Json::Null => "interface {}(nil)".to_owned(),
        Json::String(text) => quote(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::to_go_syntax;

    #[test]
    fn maps_are_sorted_by_their_keys() {
        let text = r#"map[string]interface {}{"a":[]interface {}{1, 1.5, true}, "b":interface {}(nil), "c":"x"}"#;
        assert_eq!(to_go_syntax(&json!({"c": "x", "b": null, "a": [1, 1.5, true]})), text);
    }
}
