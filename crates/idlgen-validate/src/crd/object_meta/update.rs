//! Validates metadata against the old metadata of an update.

use idlgen_runtime::field::{BadValue, Error, ErrorList, ErrorType, PathBuf};
use serde_json::Value as Json;

use super::{
    owner::check_owner_references,
    place::child,
    shared::{check_annotations, check_generation, check_labels, check_managed_fields, invalid},
    view::ObjectMeta,
};

/// Immutable fields, in the order of their checks.
const IMMUTABLE: [(&str, Absent); 6] = [
    ("name", Absent::Empty),
    ("namespace", Absent::Empty),
    ("uid", Absent::Empty),
    ("creationTimestamp", Absent::Null),
    ("deletionTimestamp", Absent::Null),
    ("deletionGracePeriodSeconds", Absent::Null),
];

/// The value that the error contains if a field is missing.
#[derive(Clone, Copy)]
enum Absent {
    Empty,
    Null,
}

/// Validates like `ValidateObjectMetaAccessorUpdate` of `k8s.io/apimachinery/pkg/api/validation` in Kubernetes
/// 1.`minor`. `path` is the path of the metadata. If `needs_version`, the update must contain the resource version of
/// the object that it replaces.
pub fn check_update(
    new: ObjectMeta<'_>,
    old: ObjectMeta<'_>,
    needs_version: bool,
    minor: u16,
    path: &PathBuf,
    errors: &mut ErrorList,
) {
    if old.get("deletionTimestamp").is_some() {
        check_no_new_finalizers(new, old, child(path, "finalizers"), errors);
    }
    if needs_version && new.text("resourceVersion").is_empty() {
        errors.push(invalid(child(path, "resourceVersion"), "", "must be specified for an update"));
    }
    if minor >= 37 {
        check_generation(new, path, errors);
    }
    if new.generation() < old.generation() {
        errors.push(invalid(child(path, "generation"), new.generation(), "must not be decremented"));
    }
    for (field, absent) in IMMUTABLE {
        let (value, before) = (new.get(field), old.get(field));
        let is_empty = |value: Option<&Json>| value.is_none_or(|value| value.as_str() == Some(""));
        if value == before || (is_empty(value) && is_empty(before)) {
            continue;
        }
        let shown = BadValue::Json(match (value, absent) {
            (Some(value), _) => value.clone(),
            (None, Absent::Empty) => "".into(),
            (None, Absent::Null) => Json::Null,
        });
        errors.push(Error::new(ErrorType::Invalid, child(path, field), shown, "field is immutable"));
    }
    check_labels(new, path, errors);
    check_annotations(new, path, errors);
    check_owner_references(new, minor, path, errors);
    check_managed_fields(new, minor, path, errors);
}

/// Reports finalizers that are added to an object that is being deleted.
fn check_no_new_finalizers(new: ObjectMeta<'_>, old: ObjectMeta<'_>, path: PathBuf, errors: &mut ErrorList) {
    let before = old.finalizers();
    let mut added: Vec<&str> = new.finalizers();
    added.retain(|finalizer| !before.contains(finalizer));
    added.sort_unstable();
    added.dedup();
    if added.is_empty() {
        return;
    }
    let added: Vec<String> = added.into_iter().map(idlgen_runtime::go::quote).collect();
    let detail = format!(
        "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
        added.join(", ")
    );
    errors.push(Error::new(ErrorType::Forbidden, path, BadValue::from(""), detail));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[allow(clippy::needless_pass_by_value)] // `json!` makes values.
    fn texts(new: Json, old: Json, needs_version: bool) -> Vec<String> {
        let mut errors = ErrorList::new();
        let path = child(&PathBuf::default(), "metadata");
        check_update(ObjectMeta::new(&new), ObjectMeta::new(&old), needs_version, 35, &path, &mut errors);
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn some_fields_stay_as_they_are() {
        let old = json!({"name": "n", "namespace": "d", "uid": "u", "generation": 2, "deletionGracePeriodSeconds": 3});
        assert_eq!(texts(old.clone(), old.clone(), false), [""; 0]);
        assert_eq!(
            texts(json!({"name": "m", "creationTimestamp": "2024-01-01T00:00:00Z"}), old, true),
            [
                "metadata.resourceVersion: Invalid value: \"\": must be specified for an update",
                "metadata.generation: Invalid value: 0: must not be decremented",
                "metadata.name: Invalid value: \"m\": field is immutable",
                "metadata.namespace: Invalid value: \"\": field is immutable",
                "metadata.uid: Invalid value: \"\": field is immutable",
                "metadata.creationTimestamp: Invalid value: \"2024-01-01T00:00:00Z\": field is immutable",
                "metadata.deletionGracePeriodSeconds: Invalid value: null: field is immutable",
            ]
        );
    }

    #[test]
    fn from_1_37_on_the_generation_of_an_update_is_checked() {
        let (new, old) = (json!({"name": "n", "generation": -1}), json!({"name": "n", "generation": -2}));
        let path = child(&PathBuf::default(), "metadata");
        for (minor, expected) in
            [(36, ""), (37, "metadata.generation: Invalid value: -1: must be greater than or equal to 0")]
        {
            let mut errors = ErrorList::new();
            check_update(ObjectMeta::new(&new), ObjectMeta::new(&old), false, minor, &path, &mut errors);
            assert_eq!(errors.to_string(), expected);
        }
    }

    #[test]
    fn what_is_being_deleted_takes_no_new_finalizers() {
        let old = json!({"name": "n", "deletionTimestamp": "2024-01-01T00:00:00Z", "finalizers": ["a/b"]});
        let mut new = old.clone();
        new["finalizers"] = json!(["b/c", "a/c"]);
        assert_eq!(
            texts(new, old, false),
            ["metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found \
                 new \
              finalizers []string{\"a/c\", \"b/c\"}"]
        );
    }
}
