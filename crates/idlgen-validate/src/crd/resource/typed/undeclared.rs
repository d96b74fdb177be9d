//! Fields of a Rust type that the schema of the CRD does not declare, such as those of embedded metadata. A server
//! drops them, and the type keeps them.

use serde_json::Value as Json;

/// An object whose schema declares only some of the fields of its Rust type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "generated code constructs it")]
pub struct UndeclaredFields {
    /// The path of the object from the root.
    pub path: &'static [PathStep],
    /// The fields that the schema declares.
    pub declared: &'static [&'static str],
}

/// A step of a path to values in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a JSON object has no other steps")]
pub enum PathStep {
    /// A field.
    Field(&'static str),
    /// Each item of a list, or each value of a map.
    Each,
}

impl UndeclaredFields {
    /// Returns `true` if an object has at least one of the fields.
    pub(super) fn is_in(&self, object: &Json) -> bool {
        has_other(object, self.path, self.declared)
    }
}

fn has_other(value: &Json, path: &[PathStep], declared: &[&str]) -> bool {
    match (path.split_first(), value) {
        (None, Json::Object(fields)) => fields.keys().any(|name| !declared.contains(&name.as_str())),
        (Some((PathStep::Field(name), rest)), Json::Object(fields)) => {
            fields.get(*name).is_some_and(|value| has_other(value, rest, declared))
        }
        (Some((PathStep::Each, rest)), Json::Array(items)) => items.iter().any(|item| has_other(item, rest, declared)),
        (Some((PathStep::Each, rest)), Json::Object(entries)) => {
            entries.values().any(|value| has_other(value, rest, declared))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{PathStep::*, *};

    #[test]
    fn fields_are_found_in_lists_and_maps() {
        let volumes = UndeclaredFields {
            path: &[Field("spec"), Field("volumes"), Each, Field("metadata")],
            declared: &["name", "labels"],
        };
        for (object, expected) in [
            (json!({}), false),
            (json!({"metadata": {"uid": "a"}}), false),
            (json!({"spec": {"metadata": {"uid": "a"}}}), false),
            (json!({"spec": {"volumes": []}}), false),
            (json!({"spec": {"volumes": [{"metadata": {}}, {}]}}), false),
            (json!({"spec": {"volumes": [{"metadata": {"name": "a", "labels": {"b": "c"}}}]}}), false),
            (json!({"spec": {"volumes": [{}, {"metadata": {"name": "a", "uid": "b"}}]}}), true),
            (json!({"spec": {"volumes": {"a": {"metadata": {"uid": "b"}}}}}), true),
            (json!({"spec": {"volumes": [{"metadata": "a"}]}}), false),
        ] {
            assert_eq!(volumes.is_in(&object), expected, "{object}");
        }
        let spec = UndeclaredFields { path: &[Field("spec")], declared: &[] };
        assert!(spec.is_in(&json!({"spec": {"a": null}})) && !spec.is_in(&json!({"spec": null})));
    }
}
