//! A schema in its source form. Keywords that are null or have the wrong type are treated as absent, because a server
//! rejects such a document during decoding.

use serde_json::{Map, Value as Json};

/// A schema in its source form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'j> {
    json: &'j Json,
    /// The bits that [`mark`] returns for its keywords. Most lookups are for absent keywords, and the bits avoid
    /// searching for them.
    marks: u64,
}

/// Returns the bit of a keyword. Several keywords may have the same bit.
#[inline]
fn mark(keyword: &str) -> u64 {
    let bytes = keyword.as_bytes();
    let byte = |index: usize| bytes.get(index).copied().map_or(0, usize::from);
    1 << ((bytes.len() * 7 + byte(0) + 5 * byte(bytes.len() / 2)) % 64)
}

impl<'j> Source<'j> {
    /// Returns `None` if the JSON value is not an object.
    pub(super) fn new(json: &'j Json) -> Option<Self> {
        let marks = json.as_object()?.keys().fold(0, |marks, keyword| marks | mark(keyword));
        Some(Source { json, marks })
    }

    /// Treats a value that is not an object as an empty schema.
    pub(super) fn or_empty(json: &'j Json) -> Self {
        Source::new(json).unwrap_or(Source { json: &Json::Null, marks: 0 })
    }

    pub(super) fn json(self) -> &'j Json {
        self.json
    }

    /// Returns the value of a keyword.
    #[inline]
    pub(super) fn get(self, keyword: &str) -> Option<&'j Json> {
        if self.marks & mark(keyword) == 0 {
            return None;
        }
        self.json.get(keyword).filter(|value| !value.is_null())
    }

    /// Returns the value of a keyword that is `true` or `false`.
    pub(super) fn flag(self, keyword: &str) -> Option<bool> {
        self.get(keyword).and_then(Json::as_bool)
    }

    /// Returns the elements of a keyword that is a list.
    pub(super) fn elements(self, keyword: &str) -> &'j [Json] {
        self.get(keyword).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns all keywords with their values. Returns `None` for an empty schema that was not an object.
    pub(super) fn object(self) -> Option<&'j Map<String, Json>> {
        self.json.as_object()
    }

    /// Returns the entries of a keyword that is an object.
    pub(super) fn members_of(self, keyword: &str) -> impl Iterator<Item = (&'j String, &'j Json)> + use<'j> {
        self.get(keyword).and_then(Json::as_object).into_iter().flatten()
    }

    /// Returns `true` if `is_such` returns `true` for a nested schema.
    pub(super) fn any_inside(self, is_such: &dyn Fn(Source<'j>) -> bool) -> bool {
        let is_schema = |json: &'j Json| Source::new(json).is_some_and(is_such);
        let is_element = |json: &'j Json| is_such(Source::or_empty(json));
        self.object().into_iter().flatten().any(|(keyword, value)| match (keyword.as_str(), value) {
            ("items" | "allOf" | "anyOf" | "oneOf", Json::Array(elements)) => elements.iter().any(is_element),
            ("items" | "not" | "additionalProperties" | "additionalItems", schema) => is_schema(schema),
            ("properties" | "patternProperties" | "definitions", Json::Object(entries)) => {
                entries.values().any(is_element)
            }
            ("dependencies", Json::Object(entries)) => entries.values().any(is_schema),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keywords_of_any_length_are_found() {
        for keyword in [String::new(), "a".to_owned(), "items".to_owned(), "x".repeat(1000)] {
            let schema = json!({keyword.as_str(): 1});
            assert_eq!(Source::or_empty(&schema).get(&keyword), Some(&json!(1)), "{keyword}");
            assert_eq!(Source::or_empty(&schema).get("other"), None);
        }
    }

    #[test]
    fn nested_schemas_are_found_in_all_keywords() {
        let is_found = |schema: Json| {
            let is_such = |nested: Source<'_>| nested.get("format").is_some();
            Source::or_empty(&schema).any_inside(&is_such)
        };
        let nested = || json!({"format": "a"});
        for keyword in ["items", "allOf", "anyOf", "oneOf"] {
            assert!(is_found(json!({keyword: [{}, nested()]})), "{keyword}");
        }
        for keyword in ["items", "not", "additionalProperties", "additionalItems"] {
            assert!(is_found(json!({keyword: nested()})), "{keyword}");
        }
        for keyword in ["properties", "patternProperties", "definitions", "dependencies"] {
            assert!(is_found(json!({keyword: {"a": {}, "b": nested()}})), "{keyword}");
        }
        for schema in [nested(), json!({"dependencies": {"a": ["format"]}}), json!({"default": nested()})] {
            assert!(!is_found(schema.clone()), "{schema}");
        }
    }
}
