//! `metadata.managedFields` of requests: before validation, a server takes what it can decode and replaces the rest
//! with its own record (`FieldManager.Update` of `k8s.io/apimachinery/pkg/util/managedfields/internal`).

use serde_json::{Map, Value as Json};

use crate::crd::object_meta::ObjectMeta;

const NAME: &str = "managedFields";

/// Maximum nesting depth of a record.
const MAX_DEPTH: usize = 512;

/// Sets the record that a server validates when `object` replaces `old`. Excludes the server's own entry.
pub(super) fn take_over(metadata: &mut Map<String, Json>, old: &Json) {
    let own = metadata.get(NAME).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
    let is_reset = matches!(own, [Json::Object(entry)] if entry.is_empty());
    if is_reset {
        metadata.remove(NAME);
    } else if own.is_empty() || !own.iter().all(is_readable) {
        take_stored(metadata, old);
    }
}

/// Sets the record of the stored object, which applies to requests for subresources.
pub(super) fn take_stored(metadata: &mut Map<String, Json>, old: &Json) {
    metadata.remove(NAME);
    let stored = ObjectMeta::of(old).get(NAME).and_then(Json::as_array).filter(|stored| stored.iter().all(is_readable));
    metadata.extend(stored.map(|stored| (NAME.to_owned(), stored.clone().into())));
}

/// Returns `true` if a server can decode an entry (`DecodeManagedFields`).
fn is_readable(entry: &Json) -> bool {
    let text = |field: &str| entry.get(field).and_then(Json::as_str).unwrap_or_default();
    matches!(text("operation"), "Apply" | "Update")
        && !text("apiVersion").is_empty()
        && text("fieldsType") == "FieldsV1"
        && entry.get("fieldsV1").is_none_or(|fields| is_set(fields, 0))
}

/// Returns `true` if a value is a field set (`Set.FromJSON` of `sigs.k8s.io/structured-merge-diff/v6/fieldpath`).
fn is_set(fields: &Json, depth: usize) -> bool {
    match fields {
        Json::Null => true,
        Json::Object(fields) if depth < MAX_DEPTH => fields.iter().all(|(key, below)| match PathElement::new(key) {
            PathElement::Known => is_set(below, depth + 1),
            PathElement::Ignored => true,
            PathElement::Malformed => false,
        }),
        _ => false,
    }
}

/// A key in a field set.
enum PathElement {
    /// A field, a value, an index or the keys of a list element.
    Known,
    /// The set itself, or a kind that a later version may support.
    Ignored,
    /// Anything else.
    Malformed,
}

impl PathElement {
    /// `DeserializePathElement`.
    fn new(key: &str) -> Self {
        let is_known = match (key, key.split_at_checked(2)) {
            (".", _) => return PathElement::Ignored,
            (_, Some(("f:", _))) => true,
            (_, Some(("i:", index))) => index.parse::<i64>().is_ok(),
            (_, Some(("v:", value))) => serde_json::from_str::<Json>(value).is_ok(),
            (_, Some(("k:", keys))) => serde_json::from_str::<Map<String, Json>>(keys).is_ok(),
            _ if key.as_bytes().get(1) == Some(&b':') => return PathElement::Ignored,
            _ => false,
        };
        if is_known { PathElement::Known } else { PathElement::Malformed }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn records_are_read_up_to_a_depth() {
        let nested = |levels: usize| (1..levels).fold(json!({}), |below, _| json!({"f:a": below}));
        assert!(is_set(&nested(MAX_DEPTH), 0));
        assert!(!is_set(&nested(MAX_DEPTH + 1), 0));
    }

    #[test]
    fn only_what_a_server_can_read_stays() {
        let entry = |operation: &str, manager: &str| {
            json!({"manager": manager, "operation": operation, "apiVersion": "v1", "fieldsType": "FieldsV1",
                "fieldsV1": {"f:spec": {".": {}, "f:a": {}, "k:{\"b\":1}": {}, "v:1": {}, "i:0": {}, "x:y": 3}}})
        };
        let old = json!({"metadata": {"managedFields": [entry("Update", "stored")]}});
        let stored = old["metadata"]["managedFields"].clone();
        let own = json!([entry("Apply", "own")]);
        let without = |field: &str| {
            let mut entries = own.clone();
            entries[0].as_object_mut().unwrap().remove(field);
            entries
        };
        let with = |fields: Json| {
            let mut entries = own.clone();
            entries[0]["fieldsV1"] = fields;
            entries
        };
        for (given, expected) in [
            (own.clone(), Some(&own)),
            (json!([]), Some(&stored)),
            (json!([{}]), None),
            (json!([entry("Bad", "own")]), Some(&stored)),
            (without("apiVersion"), Some(&stored)),
            (without("fieldsType"), Some(&stored)),
            (with(json!({"f": {}})), Some(&stored)),
            (with(json!({"f:a": 1})), Some(&stored)),
            (with(json!({"i:a": {}})), Some(&stored)),
            (with(Json::Null), Some(&with(Json::Null))),
            (with(json!({"f:a": null})), Some(&with(json!({"f:a": null})))),
            (with(json!({"k:1": {}})), Some(&stored)),
        ] {
            let mut metadata = Map::new();
            metadata.insert(NAME.to_owned(), given.clone());
            take_over(&mut metadata, &old);
            assert_eq!(metadata.get(NAME), expected, "{given}");
        }
        let mut metadata = Map::new();
        take_over(&mut metadata, &json!({"metadata": {"managedFields": [entry("Bad", "stored")]}}));
        assert_eq!(metadata.get(NAME), None);
    }
}
