//! Determines the warnings of an API server for a CRD (`WarningsOnCreate`, `WarningsOnUpdate` of
//! k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition).

use std::collections::BTreeSet;

use super::{CrdValidator, internal::Internal, view::View};
use crate::{Schema, crd::CustomResourceDefinition, keyword::Keyword, schema::SchemaType};

/// Returns the warnings of a CRD. For an update, returns only those that the old CRD did not cause.
pub(super) fn warnings(
    new: &CustomResourceDefinition,
    old: Option<&CustomResourceDefinition>,
    judge: &CrdValidator,
) -> Vec<String> {
    let minor = judge.kubernetes_minor();
    if minor < 34 {
        return Vec::new();
    }
    let before = old.map(|old| all(old, minor)).unwrap_or_default();
    let mut warnings = all(new, minor);
    warnings.retain(|warning| !before.contains(warning));
    warnings
}

fn all(definition: &CustomResourceDefinition, minor: u16) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut of_sets = BTreeSet::new();
    for schema in Internal::new(definition).schemas() {
        formats(schema, minor, &mut warnings);
        if minor >= 37 {
            sets(schema, &mut of_sets);
        }
    }
    warnings.extend(of_sets);
    warnings
}

/// Adds warnings for sets whose elements are not scalars.
fn sets(schema: View<'_>, warnings: &mut BTreeSet<String>) {
    let name = schema.item().map(View::type_name).unwrap_or_default();
    if schema.list_type() == Some("set") && matches!(name, "object" | "array") {
        warnings.insert(format!(
            "x-kubernetes-list-type: set for items of type \"{name}\" is not supported by server-side apply or CEL \
             validation rules"
        ));
    }
    for (_, inside) in schema.inside() {
        sets(inside, warnings);
    }
}

fn formats(schema: View<'_>, minor: u16, warnings: &mut Vec<String>) {
    if let Some(format) = schema.optional_text("format") {
        let schema_type = SchemaType::from_name(schema.type_name());
        let own = Schema { schema_type, ..Schema::of_keyword(Keyword::Format, format) };
        // API servers check new CRDs with the formats of the previous version.
        if let Some(format) = own.unrecognized_format(minor, minor.saturating_sub(1)) {
            warnings.push(format!("unrecognized format {}", idlgen_runtime::go::quote(format)));
        }
    }
    for (_, inside) in schema.inside() {
        formats(inside, minor, warnings);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn definition(properties: &Json) -> CustomResourceDefinition {
        let schema = json!({"type": "object", "properties": properties});
        let version = |name: &str| json!({"name": name, "schema": {"openAPIV3Schema": schema}});
        let spec = json!({"group": "example.com", "versions": [version("v1"), version("v2")]});
        CustomResourceDefinition::from_json(&json!({ "spec": spec })).0
    }

    #[test]
    fn each_version_of_kubernetes_has_its_warnings() {
        let odd = |name: &str| json!({"type": "string", "format": name});
        let set = |items: Json| json!({"type": "array", "x-kubernetes-list-type": "set", "items": items});
        let new = definition(&json!({
            "a": odd("one"), "b": {"type": "array", "items": odd("two")}, "c": odd("date-time"),
            "d": {"type": "object", "additionalProperties": odd("three")}, "e": set(json!({"type": "object"})),
            "f": set(set(json!({"type": "string"}))), "g": set(json!({"type": "string"})),
            "h": {"type": "array", "x-kubernetes-list-type": "atomic", "items": {"type": "object"}}
        }));
        let old = definition(&json!({"a": odd("one"), "z": set(json!({"type": "object"}))}));
        let of = |minor: u16, old| warnings(&new, old, &CrdValidator::new(minor));
        let formats = ["one", "two", "three"].map(|name| format!("unrecognized format \"{name}\""));
        let sets = ["array", "object"].map(|name| {
            format!(
                "x-kubernetes-list-type: set for items of type \"{name}\" is not supported by server-side apply or \
                 CEL validation rules"
            )
        });
        assert_eq!(of(33, None), [""; 0]);
        assert_eq!(of(34, None), formats);
        assert_eq!(of(36, None), formats);
        assert_eq!(of(37, None), [&formats[..], &sets[..]].concat());
        assert_eq!(of(33, Some(&old)), [""; 0]);
        assert_eq!(of(34, Some(&old)), formats[1..]);
        assert_eq!(of(37, Some(&old)), [&formats[1..], &sets[..1]].concat());
    }
}
