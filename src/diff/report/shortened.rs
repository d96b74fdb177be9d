//! Witnesses in reports for people: long strings are shortened.

use serde_json::Value as Json;

/// Maximum number of characters of a string that is shown completely.
const MOST: usize = 300;
/// Number of characters of a long string that are shown.
const FEW: usize = 20;

/// Returns an object with long strings replaced by their start and their length.
pub(super) fn shortened(object: &Json) -> Json {
    match object {
        Json::String(text) => match text.chars().count() {
            0..=MOST => object.clone(),
            count => format!("{}... ({count} characters)", text.chars().take(FEW).collect::<String>()).into(),
        },
        Json::Array(items) => items.iter().map(shortened).collect(),
        Json::Object(entries) => entries
            .iter()
            .map(|(name, value)| (name.clone(), shortened(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_long_strings_are_shortened() {
        let (long, short) = ("ä".repeat(301), "ä".repeat(300));
        let object = json!({"a": [long, short, 1]});
        let expected = format!("{}... (301 characters)", "ä".repeat(20));
        assert_eq!(shortened(&object), json!({"a": [expected, short, 1]}));
    }
}
