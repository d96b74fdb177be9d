//! Kinds that process requests like an API server (`idlgen_validate::crd::Admit`).

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, ResourceType, Scale, Scope},
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{name::identifier, plan::Item, print::Verbatim};
use crate::{
    diag::Diagnostic,
    emit::{
        backend::Input,
        crd::{kind_definitions, schema_as_lowered},
        openapi::structural,
    },
    lower::Lowered,
    model::TypeId,
};

/// The kinds by type.
pub(super) type Kinds = BTreeMap<TypeId, Kind>;

/// A version of a kind.
#[derive(Debug)]
pub(super) struct Kind {
    resource_type: ResourceType,
    /// The CRD with only this version, as JSON text without descriptions.
    definition: String,
    /// The reason why the validators of the type do not check everything that the schema specifies, if there is one.
    by_schema: Option<String>,
}

/// Returns the kinds of the requested packages, and the errors of their CRDs. `lowered` contains the schemas that the
/// validators check.
pub(super) fn kinds(input: &Input<'_>, lowered: &Lowered) -> (Kinds, Vec<Diagnostic>) {
    let (definitions, errors) = kind_definitions(input);
    let mut kinds = Kinds::new();
    for definition in definitions {
        for (index, (id, schema)) in definition.versions.iter().enumerate() {
            let mut document = definition.document.clone();
            let Some(version) = document.versions.get(index) else { continue };
            let name = version.name.clone();
            document.versions = vec![version.clone()];
            if let Some(version) = document.versions.first_mut() {
                version.schema = Some(structural::json(schema).into());
            }
            let Some((resource_type, _)) = document.resource_type(&name) else { continue };
            let by_schema = if input.settings.rust.extern_packages.is_empty() {
                let validated = schema_as_lowered(input, lowered, *id);
                validated.map_or(Some("the type has no schema of its own".to_owned()), |validated| {
                    by_schema(&resource_type, schema, &validated)
                })
            } else {
                Some("types of other crates may be validated in another way".to_owned())
            };
            kinds.insert(*id, Kind { resource_type, definition: text(document), by_schema });
        }
    }
    (kinds, errors)
}

fn text(definition: CustomResourceDefinition) -> String {
    let mut json = definition.into_json();
    if let Some(definition) = json.as_object_mut() {
        // Only servers read them.
        definition.remove("metadata");
        definition.remove("status");
    }
    json.to_string()
}

/// Returns the reason why the validators of the type do not check everything that the schema specifies, if there is
/// one.
fn by_schema(resource_type: &ResourceType, schema: &Schema, validated: &Schema) -> Option<String> {
    let has_status_default = || schema.properties.get("status").is_some_and(|status| status.default.is_some());
    if resource_type.preserves_unknown_fields {
        return Some("unknown fields are preserved".to_owned());
    }
    // Objects are validated without it on creation, so a rule on the entire object may notice.
    if resource_type.has_status && has_status_default() && !schema.extensions.validations.is_empty() {
        return Some("status has a default, which a server only applies when it reads an object".to_owned());
    }
    difference(&structural::json(schema), &structural::json(validated), "")
}

/// Returns the first difference between a schema and the one that the validators check, with its path.
fn difference(schema: &Json, validated: &Json, path: &str) -> Option<String> {
    let (Json::Object(left), Json::Object(right)) = (schema, validated) else { return None };
    if left.get("x-kubernetes-embedded-resource").is_some() {
        return Some(format!("{}the value is an embedded resource", shown(path)));
    }
    let is_object_meta = path == "metadata";
    for (keyword, value) in left.iter().chain(right.iter().filter(|(keyword, _)| !left.contains_key(*keyword))) {
        let other = if left.contains_key(keyword) { right.get(keyword) } else { None };
        match keyword.as_str() {
            "properties" | "patternProperties" if is_object_meta => {}
            "properties" => {
                let names = |json: Option<&Json>| -> Vec<String> {
                    json.and_then(Json::as_object).map(|map| map.keys().cloned().collect()).unwrap_or_default()
                };
                let (mut left, mut right) = (names(left.get(keyword)), names(right.get(keyword)));
                left.sort();
                right.sort();
                if left != right {
                    return Some(format!("{}the schema has other properties", shown(path)));
                }
                for name in left {
                    let below = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    let (value, other) = (value.get(&name)?, other?.get(&name)?);
                    if let Some(found) = difference(value, other, &below) {
                        return Some(found);
                    }
                }
            }
            "items" | "additionalProperties" | "not" if value.is_object() && other.is_some_and(Json::is_object) => {
                let below = match keyword.as_str() {
                    "items" => format!("{path}[]"),
                    "not" => path.to_owned(),
                    _ => format!("{path}.*"),
                };
                if let Some(found) = other.and_then(|other| difference(value, other, &below)) {
                    return Some(found);
                }
            }
            // Only server-side apply reads it.
            "x-kubernetes-map-type" => {}
            // Values that a number type of Go cannot represent are decoding errors.
            "format" if is_number(schema) => {}
            _ if other == Some(value) => {}
            _ => return Some(format!("{}`{keyword}` of the schema differs", shown(path))),
        }
    }
    None
}

fn is_number(schema: &Json) -> bool {
    matches!(schema.get("type").and_then(Json::as_str), Some("integer" | "number"))
}

fn shown(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

impl Kind {
    /// Returns the implementation of `Admit` for the type of the kind.
    pub(super) fn implement(&self, item: &Item, verbatim: &mut Verbatim) -> TokenStream {
        let name = identifier(&item.name);
        let ResourceType { group, version, kind, scope, has_status, scale, deprecation, .. } = &self.resource_type;
        let is_cluster_scoped = *scope == Scope::Cluster;
        let optional = |text: Option<&str>| text.map_or_else(|| quote! { None }, |text| quote! { Some(#text) });
        let paths = |scale: &Scale| {
            let (spec, status) = (&scale.spec_replicas_path, &scale.status_replicas_path);
            let selector = optional(scale.label_selector_path.as_deref());
            quote! { Some((#spec, #status, #selector)) }
        };
        let scale = scale.as_ref().map_or_else(|| quote! { None }, paths);
        let deprecation = optional(deprecation.as_deref());
        let is_typed = self.by_schema.is_none();
        let comment = self
            .by_schema
            .as_ref()
            .map(|reason| verbatim.comment(&format!("All requests are processed with the schema, because {reason}.")));
        let definition = raw_string(&self.definition);
        let crd = quote! { ::idlgen_validate::crd };
        quote! {
            impl #crd::Admit for #name {
                fn resource() -> &'static #crd::TypedResource {
                    #comment
                    static RESOURCE: #crd::TypedResource = #crd::TypedResource::new(#crd::Kind {
                        group: #group,
                        version: #version,
                        kind: #kind,
                        is_cluster_scoped: #is_cluster_scoped,
                        has_status: #has_status,
                        scale: #scale,
                        deprecation: #deprecation,
                        is_typed: #is_typed,
                        definition: #definition,
                    });
                    &RESOURCE
                }
            }
        }
    }
}

/// Returns a raw string literal.
fn raw_string(text: &str) -> TokenStream {
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}").parse().unwrap_or_else(|_| {
        let literal = Literal::string(text);
        quote! { #literal }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_keywords_of_validation_make_a_difference() {
        let schema = |keyword: &str, value: &str| {
            let list = json!({"type": "array", "items": {"type": "object", keyword: value}});
            json!({"type": "object", "properties": {"list": list}})
        };
        let plain = schema("type", "object");
        assert_eq!(difference(&schema("x-kubernetes-map-type", "atomic"), &plain, ""), None);
        assert_eq!(difference(&plain, &schema("x-kubernetes-map-type", "granular"), ""), None);
        let reason = difference(&schema("x-kubernetes-list-type", "set"), &plain, "").unwrap();
        assert_eq!(reason, "list[]: `x-kubernetes-list-type` of the schema differs");
    }

    #[test]
    fn the_first_difference_has_its_path() {
        let object = |more: Json| {
            let mut schema = json!({"type": "object"});
            schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            schema
        };
        let inside = |wrap: &dyn Fn(&Json) -> Json, left: &Json, right: &Json| {
            let (left, right) = (object(wrap(left)), object(wrap(right)));
            assert_eq!(difference(&left, &left, ""), None);
            let reason = difference(&left, &right, "");
            assert_eq!(difference(&right, &left, ""), reason, "the order makes no difference");
            reason.unwrap_or_default()
        };
        let limited = json!({"type": "integer", "maximum": 1});
        for (wrap, path) in [
            (&(|inner: &Json| json!({"properties": {"a": inner}})) as &dyn Fn(&Json) -> Json, "a: "),
            (&|inner: &Json| json!({"properties": {"a": {"properties": {"b": inner}}}}), "a.b: "),
            (&|inner: &Json| json!({"properties": {"a": {"items": inner}}}), "a[]: "),
            (&|inner: &Json| json!({"additionalProperties": inner}), ".*: "),
            (&|inner: &Json| json!({"properties": {"a": {"not": inner}}}), "a: "),
            (&|inner: &Json| json!({"not": inner}), ""),
        ] {
            for other in [json!({"type": "integer"}), json!({"type": "integer", "maximum": 2})] {
                assert_eq!(inside(wrap, &limited, &other), format!("{path}`maximum` of the schema differs"));
            }
        }
        let property = |inner: &Json| json!({"properties": {"a": inner}});
        // The decoder checks the ranges of numbers, but not the formats of strings.
        for (schema_type, expected) in
            [("integer", ""), ("number", ""), ("string", "a: `format` of the schema differs")]
        {
            let (left, right) = (json!({"type": schema_type}), json!({"type": schema_type, "format": "f"}));
            assert_eq!(inside(&property, &left, &right), expected);
        }
        let named = |name: &str| json!({"properties": {"a": {"properties": { name: {} }}}});
        assert_eq!(inside(&Json::clone, &named("b"), &named("c")), "a: the schema has other properties");
        // Object metadata is checked separately.
        let metadata = |inner: Json| json!({"properties": {"metadata": {"properties": inner}}});
        assert_eq!(inside(&Json::clone, &metadata(json!({"name": {}})), &metadata(json!({}))), "");
        let embedded = json!({"items": {"x-kubernetes-embedded-resource": true}});
        let reason = difference(&property(&embedded), &property(&embedded), "");
        assert_eq!(reason.as_deref(), Some("a[]: the value is an embedded resource"));
    }

    #[test]
    fn kinds_that_only_the_schema_validates_have_a_reason() {
        let reason = |subresources: Json, schema: &Json, preserves: bool| {
            let version = json!({"name": "v1", "subresources": subresources, "schema": {"openAPIV3Schema": schema}});
            let spec = json!({"versions": [version], "preserveUnknownFields": preserves});
            let (definition, _) = CustomResourceDefinition::from_json(&json!({"spec": spec}));
            let (resource_type, _) = definition.resource_type("v1").unwrap();
            by_schema(&resource_type, &resource_type.schema, &resource_type.schema)
        };
        let schema = |status: Json, rules: Json| {
            let properties = json!({"status": status});
            json!({"type": "object", "properties": properties, "x-kubernetes-validations": rules})
        };
        let (plain, with_default) = (json!({"type": "object"}), json!({"type": "object", "default": {}}));
        let (none, rules) = (json!([]), json!([{"rule": "has(self.status)"}]));
        let status = json!({"status": {}});
        assert_eq!(reason(status.clone(), &schema(plain.clone(), rules.clone()), false), None);
        assert_eq!(reason(status.clone(), &schema(with_default.clone(), none), false), None);
        assert_eq!(reason(json!({}), &schema(with_default.clone(), rules.clone()), false), None);
        let found = reason(status.clone(), &schema(with_default, rules.clone()), false).unwrap();
        assert_eq!(found, "status has a default, which a server only applies when it reads an object");
        let found = reason(status, &schema(plain, rules), true).unwrap();
        assert_eq!(found, "unknown fields are preserved");
    }

    #[test]
    fn definitions_are_raw_strings() {
        for (text, expected) in [("a", "r#\"a\"#"), ("a\"#b", "r##\"a\"#b\"##"), ("\"##\"#", "r###\"\"##\"#\"###")] {
            assert_eq!(raw_string(text).to_string(), expected);
        }
    }
}
