//! Metadata that servers set when they create an object, whatever a client says.

use serde_json::{Map, Value as Json};

/// What a server drops (`WipeObjectMetaSystemFields` and `FillObjectMetaSystemFields` of
/// `k8s.io/apiserver/pkg/registry/rest`), and what it sets by when, how often and by whom an object was written.
const FIELDS: [&str; 8] = [
    "uid",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "selfLink",
    "generation",
    "managedFields",
    "resourceVersion",
];

/// Drops the metadata that no client decides when an object is created. What a server sets in its place is not known
/// before it does.
///
/// ```
/// let mut object = serde_json::json!({"metadata": {"name": "n", "uid": "u", "generation": 3}});
/// idlgen_validate::crd::object_meta::drop_system_fields(object["metadata"].as_object_mut().unwrap());
/// assert_eq!(object, serde_json::json!({"metadata": {"name": "n"}}));
/// ```
pub fn drop_system_fields(metadata: &mut Map<String, Json>) {
    for field in FIELDS {
        metadata.remove(field);
    }
}
