//! The result for an object.

use serde_json::{Value as Json, json};

/// The number of objects per batch.
pub(super) const BATCH: usize = 500;

/// The result for an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// Rejected, for a reason.
    Refused(String),
    /// Stored in this form.
    Stored(Json),
}

impl Outcome {
    /// Returns the object to compare: without the fields that the server adds.
    pub(super) fn of(object: &Json) -> Self {
        let kept = |parent: &Json, names: &[&str]| -> Json {
            let kept = names.iter().filter_map(|name| Some(((*name).to_owned(), parent.get(name)?.clone())));
            Json::Object(kept.collect())
        };
        let mut stored = kept(object, &["spec", "data", "binaryData", "immutable", "stringData"]);
        stored["metadata"] = kept(&object["metadata"], &["labels", "annotations", "finalizers"]);
        // For built-in kinds, `idlgen default` does not show how Go types decode null.
        if object["kind"] != "Odd" {
            without_empty(&mut stored);
        }
        Outcome::Stored(stored)
    }

    pub(super) fn to_json(&self) -> Json {
        match self {
            Outcome::Refused(reason) => json!({ "refused": reason }),
            Outcome::Stored(object) => json!({ "stored": object }),
        }
    }
}

/// Removes nulls and the empty values that Go types decode them to.
pub(super) fn without_empty(value: &mut Json) {
    match value {
        Json::Object(fields) => {
            fields.values_mut().for_each(without_empty);
            fields.retain(|_, value| !value.is_null() && *value != json!("") && *value != json!({}));
        }
        Json::Array(items) => items.iter_mut().for_each(without_empty),
        _ => {}
    }
}
