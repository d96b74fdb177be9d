//! Kinds that process requests like an API server (`idlgen_validate::crd::Admit`).

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, ResourceType, Scale, Scope},
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::{Map, Value as Json};

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
    representation: Representation,
}

/// How the type of a kind represents its objects.
#[derive(Debug, Default)]
struct Representation {
    /// The reason why the validators of the type do not check everything that the schema specifies, if there is one.
    by_schema: Option<String>,
    /// The fields of the type that the schema does not declare.
    undeclared: Vec<Undeclared>,
}

/// An object whose schema declares only some of the fields of its type.
#[derive(Debug, PartialEq, Eq)]
struct Undeclared {
    path: Vec<Step>,
    /// The fields that the schema declares.
    declared: Vec<String>,
}

/// A step to a nested schema.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(String),
    /// The items of a list.
    Item,
    /// The values of a map.
    Entry,
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
            let by_schema =
                |reason: &str| Representation { by_schema: Some(reason.to_owned()), undeclared: Vec::new() };
            let representation = if input.settings.rust.extern_packages.is_empty() {
                schema_as_lowered(input, lowered, *id).map_or_else(
                    || by_schema("the type has no schema of its own"),
                    |validated| representation(&resource_type, schema, &validated),
                )
            } else {
                by_schema("types of other crates may be validated in another way")
            };
            kinds.insert(*id, Kind { resource_type, definition: text(document), representation });
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

/// Returns how the type of a kind represents its objects.
fn representation(resource_type: &ResourceType, schema: &Schema, validated: &Schema) -> Representation {
    let has_status_default = || schema.properties.get("status").is_some_and(|status| status.default.is_some());
    let mut found = Representation::default();
    found.by_schema = if resource_type.preserves_unknown_fields {
        Some("unknown fields are preserved".to_owned())
    } else if resource_type.has_status && has_status_default() && !schema.extensions.validations.is_empty() {
        // Objects are validated without it on creation, so a rule on the entire object may notice.
        Some("status has a default, which a server only applies when it reads an object".to_owned())
    } else {
        let mut comparison = Comparison { path: Vec::new(), undeclared: Vec::new() };
        let reason = comparison.difference(&structural::json(schema), &structural::json(validated));
        found.undeclared = comparison.undeclared;
        reason
    };
    found
}

/// Compares a schema with the one that the validators check.
struct Comparison {
    path: Vec<Step>,
    /// The fields that only the validators have.
    undeclared: Vec<Undeclared>,
}

impl Comparison {
    /// Returns the first difference that may change a verdict, with its path.
    fn difference(&mut self, schema: &Json, validated: &Json) -> Option<String> {
        let (Json::Object(left), Json::Object(right)) = (schema, validated) else { return None };
        if left.get("x-kubernetes-embedded-resource").is_some() {
            return Some(self.at("the value is an embedded resource"));
        }
        let is_object_meta = matches!(self.path.as_slice(), [Step::Field(name)] if name == "metadata");
        for (keyword, value) in left.iter().chain(right.iter().filter(|(keyword, _)| !left.contains_key(*keyword))) {
            let other = if left.contains_key(keyword) { right.get(keyword) } else { None };
            match keyword.as_str() {
                "properties" | "patternProperties" if is_object_meta => {}
                "properties" => {
                    let keeps_others = left.get("x-kubernetes-preserve-unknown-fields") == Some(&Json::Bool(true));
                    let found = self.properties(left.get(keyword), right.get(keyword), keeps_others);
                    if found.is_some() {
                        return found;
                    }
                }
                "items" | "additionalProperties" if value.is_object() && other.is_some_and(Json::is_object) => {
                    let step = if keyword == "items" { Step::Item } else { Step::Entry };
                    let found = other.and_then(|other| self.below(step, value, other));
                    if found.is_some() {
                        return found;
                    }
                }
                "not" if value.is_object() && other.is_some_and(Json::is_object) => {
                    let count = self.undeclared.len();
                    let found = other.and_then(|other| self.difference(value, other));
                    if found.is_some() {
                        return found;
                    }
                    // The schema of `not` does not decide which fields a server keeps.
                    if self.undeclared.len() > count {
                        return Some(self.at("`not` of the schema differs"));
                    }
                }
                // Only server-side apply reads it.
                "x-kubernetes-map-type" => {}
                // Values that a number type of Go cannot represent are decoding errors.
                "format" if is_number(schema) => {}
                _ if other == Some(value) => {}
                _ => return Some(self.at(&format!("`{keyword}` of the schema differs"))),
            }
        }
        None
    }

    /// Compares properties. Records those that only the validators have, unless a server keeps them.
    fn properties(&mut self, left: Option<&Json>, right: Option<&Json>, keeps_others: bool) -> Option<String> {
        let none = Map::new();
        let [left, right] = [left, right].map(|json| json.and_then(Json::as_object).unwrap_or(&none));
        let has_more = right.len() > left.len();
        if (has_more && keeps_others) || left.keys().any(|name| !right.contains_key(name)) {
            return Some(self.at("the schema has other properties"));
        }
        let mut names: Vec<&String> = left.keys().collect();
        names.sort();
        if has_more {
            let declared = names.iter().map(|name| (*name).clone()).collect();
            self.undeclared.push(Undeclared { path: self.path.clone(), declared });
        }
        names.into_iter().find_map(|name| {
            let (value, other) = (left.get(name)?, right.get(name)?);
            self.below(Step::Field(name.clone()), value, other)
        })
    }

    fn below(&mut self, step: Step, schema: &Json, validated: &Json) -> Option<String> {
        self.path.push(step);
        let found = self.difference(schema, validated);
        self.path.pop();
        found
    }

    /// Returns the text after the current path.
    fn at(&self, text: &str) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Field(name) if path.is_empty() => path.push_str(name),
                Step::Field(name) => {
                    path.push('.');
                    path.push_str(name);
                }
                Step::Item => path.push_str("[]"),
                Step::Entry => path.push_str(".*"),
            }
        }
        if path.is_empty() { text.to_owned() } else { format!("{path}: {text}") }
    }
}

fn is_number(schema: &Json) -> bool {
    matches!(schema.get("type").and_then(Json::as_str), Some("integer" | "number"))
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
        let by_schema = self.representation.by_schema.as_ref();
        let is_typed = by_schema.is_none();
        let undeclared = self.representation.undeclared.iter().filter(|_| is_typed).map(Undeclared::construct);
        let comment = by_schema
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
                        undeclared: &[#(#undeclared),*],
                        definition: #definition,
                    });
                    &RESOURCE
                }
            }
        }
    }
}

impl Undeclared {
    /// Returns the constant of the runtime.
    fn construct(&self) -> TokenStream {
        let declared = &self.declared;
        let steps = self.path.iter().map(|step| match step {
            Step::Field(name) => quote! { ::idlgen_validate::crd::PathStep::Field(#name) },
            Step::Item | Step::Entry => quote! { ::idlgen_validate::crd::PathStep::Each },
        });
        quote! {
            ::idlgen_validate::crd::UndeclaredFields { path: &[#(#steps),*], declared: &[#(#declared),*] }
        }
    }
}

/// Returns a raw string literal.
pub(super) fn raw_string(text: &str) -> TokenStream {
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

    fn difference(schema: &Json, validated: &Json) -> (Option<String>, Vec<Undeclared>) {
        let mut comparison = Comparison { path: Vec::new(), undeclared: Vec::new() };
        (comparison.difference(schema, validated), comparison.undeclared)
    }

    fn reason(schema: &Json, validated: &Json) -> Option<String> {
        difference(schema, validated).0
    }

    #[test]
    fn only_keywords_of_validation_make_a_difference() {
        let schema = |keyword: &str, value: &str| {
            let list = json!({"type": "array", "items": {"type": "object", keyword: value}});
            json!({"type": "object", "properties": {"list": list}})
        };
        let plain = schema("type", "object");
        assert_eq!(reason(&schema("x-kubernetes-map-type", "atomic"), &plain), None);
        assert_eq!(reason(&plain, &schema("x-kubernetes-map-type", "granular")), None);
        let found = reason(&schema("x-kubernetes-list-type", "set"), &plain).unwrap();
        assert_eq!(found, "list[]: `x-kubernetes-list-type` of the schema differs");
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
            assert_eq!(reason(&left, &left), None);
            let found = reason(&left, &right);
            assert_eq!(reason(&right, &left), found, "the order makes no difference");
            found.unwrap_or_default()
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
        let found = reason(&property(&embedded), &property(&embedded));
        assert_eq!(found.as_deref(), Some("a[]: the value is an embedded resource"));
    }

    /// A server drops fields that only the type has. A request without them is validated the same way.
    #[test]
    fn fields_that_only_the_type_has_are_no_difference() {
        let template = |metadata: Json| {
            let template = json!({"type": "object", "properties": {"metadata": metadata, "x": {"type": "string"}}});
            let templates = json!({"type": "array", "items": template});
            json!({"type": "object", "properties": {"byName": {"type": "object", "additionalProperties": templates}}})
        };
        let metadata = json!({"type": "object", "properties": {"name": {"type": "string"}, "uid": {"type": "string"}}});
        let path = vec![Step::Field("byName".to_owned()), Step::Entry, Step::Item, Step::Field("metadata".to_owned())];
        for (schema, declared) in [
            (json!({"type": "object"}), vec![]),
            (json!({"type": "object", "properties": {"name": {"type": "string"}}}), vec!["name".to_owned()]),
        ] {
            let undeclared = vec![Undeclared { path: path.clone(), declared }];
            assert_eq!(difference(&template(schema), &template(metadata.clone())), (None, undeclared));
        }
        let other = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 3}}});
        let found = reason(&template(other), &template(metadata.clone())).unwrap();
        assert_eq!(found, "byName.*[].metadata.name: `maxLength` of the schema differs");
        // Here, a server keeps other fields, or the type does not have a declared one.
        let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
        let mut open_type = metadata.clone();
        open_type["x-kubernetes-preserve-unknown-fields"] = true.into();
        for (schema, validated) in
            [(open, open_type), (metadata.clone(), json!({"type": "object", "properties": {"a": {}}}))]
        {
            let found = reason(&template(schema), &template(validated)).unwrap();
            assert_eq!(found, "byName.*[].metadata: the schema has other properties");
        }
        let not = |inner: &Json| json!({"type": "object", "not": inner});
        let found = reason(&not(&json!({"type": "object"})), &not(&metadata)).unwrap();
        assert_eq!(found, "`not` of the schema differs");
    }

    #[test]
    fn kinds_that_only_the_schema_validates_have_a_reason() {
        let reason = |subresources: Json, schema: &Json, preserves: bool| {
            let version = json!({"name": "v1", "subresources": subresources, "schema": {"openAPIV3Schema": schema}});
            let spec = json!({"versions": [version], "preserveUnknownFields": preserves});
            let (definition, _) = CustomResourceDefinition::from_json(&json!({"spec": spec}));
            let (resource_type, _) = definition.resource_type("v1").unwrap();
            representation(&resource_type, &resource_type.schema, &resource_type.schema).by_schema
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
