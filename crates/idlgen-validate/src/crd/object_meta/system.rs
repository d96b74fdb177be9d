//! Metadata fields that servers set on creation regardless of the request.

use serde_json::{Map, Value as Json};

/// The fields that a server drops from requests or sets itself, such as the time of the creation
/// (`WipeObjectMetaSystemFields` and `FillObjectMetaSystemFields` of `k8s.io/apiserver/pkg/registry/rest`).
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

/// Drops the fields of metadata that clients cannot set on creation. The values that a server sets instead are not
/// predictable.
///
/// ```
/// let mut object = serde_json::json!({"metadata": {"name": "n", "uid": "u", "generation": 3}});
/// idlgen_validate::crd::object_meta::drop_system_fields(object["metadata"].as_object_mut().unwrap());
/// assert_eq!(object, serde_json::json!({"metadata": {"name": "n"}}));
/// ```
pub fn drop_system_fields(metadata: &mut Map<String, Json>) {
    if metadata.keys().any(|name| FIELDS.contains(&name.as_str())) {
        for field in FIELDS {
            metadata.remove(field);
        }
    }
}
