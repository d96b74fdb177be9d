//! Converts a CRD to the internal representation of an API server, which stores the parts that all versions have in
//! common only once (`Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1). The paths of errors refer to this representation.

use serde_json::{Map, Value as Json};

use super::view::View;
use crate::crd::{
    CustomResourceDefinition,
    document::{PrinterColumn, SelectableField, Subresources, Version},
};

/// A CRD, with the information which parts are identical in all versions.
pub(super) struct Internal<'d> {
    pub(super) definition: &'d CustomResourceDefinition,
    /// The schemas of the versions. `None` for a version without one.
    schemas: Vec<Option<View<'d>>>,
    has_common_schema: bool,
    has_common_subresources: bool,
    has_common_columns: bool,
    has_common_selectable_fields: bool,
}

impl<'d> Internal<'d> {
    pub(super) fn new(definition: &'d CustomResourceDefinition) -> Self {
        let schemas = definition.versions.iter().map(|version| version.schema.as_deref().and_then(View::new)).collect();
        Internal::with_schemas(definition, schemas)
    }

    /// Converts a CRD whose versions have these schemas instead of their own.
    pub(super) fn with_schemas(definition: &'d CustomResourceDefinition, schemas: Vec<Option<View<'d>>>) -> Self {
        let versions = definition.versions.as_slice();
        Internal {
            definition,
            has_common_schema: is_common(&schemas, |one, other| is_same_view(*one, *other)),
            schemas,
            has_common_subresources: is_common(versions, |one, other| one.subresources == other.subresources),
            has_common_columns: is_common(versions, |one, other| one.printer_columns == other.printer_columns),
            has_common_selectable_fields: is_common(versions, |one, other| {
                one.selectable_fields == other.selectable_fields
            }),
        }
    }

    /// Returns the schema of a version, whether or not all versions have the same one.
    fn own_schema_of(&self, version: &Version) -> Option<View<'d>> {
        let index = self.definition.versions.iter().position(|one| std::ptr::eq(one, version))?;
        self.schemas.get(index).copied().flatten()
    }

    /// Returns `true` if a version has a schema.
    pub(super) fn has_schema(&self, version: &Version) -> bool {
        version.schema.is_some() || self.own_schema_of(version).is_some()
    }

    fn first(&self) -> Option<&'d Version> {
        self.definition.versions.first()
    }

    /// Returns `spec.validation.openAPIV3Schema`, if all versions have the same schema.
    pub(super) fn common_schema(&self) -> Option<View<'d>> {
        self.schemas.first().copied().flatten().filter(|_| self.has_common_schema)
    }

    /// Returns `spec.subresources`, if all versions have the same subresources.
    pub(super) fn common_subresources(&self) -> Option<&'d Subresources> {
        self.first().filter(|_| self.has_common_subresources)?.subresources.as_ref()
    }

    /// Returns `spec.additionalPrinterColumns`. Empty unless all versions have the same columns.
    pub(super) fn common_columns(&self) -> &'d [PrinterColumn] {
        self.first().filter(|_| self.has_common_columns).map(|it| it.printer_columns.as_slice()).unwrap_or_default()
    }

    /// Returns `spec.selectableFields`. Empty unless all versions have the same fields.
    pub(super) fn common_selectable_fields(&self) -> &'d [SelectableField] {
        let first = self.first().filter(|_| self.has_common_selectable_fields);
        first.map(|it| it.selectable_fields.as_slice()).unwrap_or_default()
    }

    /// Returns `schema.openAPIV3Schema` of a version, unless it is the common schema.
    pub(super) fn schema_of(&self, version: &Version) -> Option<View<'d>> {
        self.own_schema_of(version).filter(|_| !self.has_common_schema)
    }

    /// Returns `subresources` of a version, unless they are the common ones.
    pub(super) fn subresources_of(&self, version: &'d Version) -> Option<&'d Subresources> {
        version.subresources.as_ref().filter(|_| !self.has_common_subresources)
    }

    /// Returns `additionalPrinterColumns` of a version, unless they are the common ones.
    pub(super) fn columns_of(&self, version: &'d Version) -> &'d [PrinterColumn] {
        if self.has_common_columns { &[] } else { &version.printer_columns }
    }

    /// Returns `selectableFields` of a version, unless they are the common ones.
    pub(super) fn selectable_fields_of(&self, version: &'d Version) -> &'d [SelectableField] {
        if self.has_common_selectable_fields { &[] } else { &version.selectable_fields }
    }

    pub(super) fn schemas(&self) -> impl Iterator<Item = View<'d>> {
        let of_versions = self.definition.versions.iter().filter_map(|version| self.schema_of(version));
        self.common_schema().into_iter().chain(of_versions)
    }
}

fn is_common<T>(versions: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    let Some((first, rest)) = versions.split_first() else { return false };
    rest.iter().all(|version| is_same(first, version))
}

fn is_same_view(one: Option<View<'_>>, other: Option<View<'_>>) -> bool {
    match (one, other) {
        (Some(View::Built(one)), Some(View::Built(other))) if one == other => true,
        (Some(one), Some(other)) => is_same(&one.json(), &other.json()),
        (None, None) => true,
        _ => false,
    }
}

/// Returns `true` if two schemas are equal for the API server, which ignores values that are null, false or empty
/// (`k8s.io/apimachinery/pkg/api/equality.Semantic`).
pub(super) fn is_same_schema(one: Option<&Json>, other: Option<&Json>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => is_same(one, other),
        (None, None) => true,
        _ => false,
    }
}

fn is_same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            let seen = |members: &Map<String, Json>| members.iter().filter(|(key, value)| is_seen(key, value)).count();
            let has = |(keyword, value): (&String, &Json)| {
                let other = other.get(keyword).filter(|other| is_seen(keyword, other));
                other.is_some_and(|other| is_same_value(keyword, value, other))
            };
            seen(one) == seen(other) && one.iter().filter(|(keyword, value)| is_seen(keyword, value)).all(has)
        }
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Json::Number(one), Json::Number(other)) if one.is_f64() || other.is_f64() => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

/// Returns `true` if two values of a keyword are equal for the API server.
fn is_same_value(keyword: &str, one: &Json, other: &Json) -> bool {
    match keyword {
        "default" | "enum" | "example" => one == other,
        "properties" | "patternProperties" | "definitions" | "dependencies" => {
            let (Json::Object(one), Json::Object(other)) = (one, other) else { return one == other };
            let is_same = |(name, one): (&String, &Json)| other.get(name).is_some_and(|other| is_same(one, other));
            one.len() == other.len() && one.iter().all(is_same)
        }
        _ => is_same(one, other),
    }
}

/// Returns `true` if the API server's comparison does not ignore a keyword with this value.
fn is_seen(keyword: &str, value: &Json) -> bool {
    let is_pointer = matches!(
        keyword,
        "$ref"
            | "additionalItems"
            | "additionalProperties"
            | "default"
            | "example"
            | "externalDocs"
            | "items"
            | "not"
            | "optionalOldSelf"
            | "reason"
            | "x-kubernetes-list-type"
            | "x-kubernetes-map-type"
            | "x-kubernetes-preserve-unknown-fields"
    );
    match value {
        Json::Null => false,
        _ if is_pointer => true,
        Json::Bool(value) => *value,
        Json::String(text) => !text.is_empty(),
        Json::Array(elements) => !elements.is_empty(),
        Json::Object(members) => !members.is_empty(),
        Json::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::is_same_schema;

    /// Returns `true` if two properties are equal for the API server, in both directions.
    fn is_same(one: &Json, other: &Json) -> bool {
        let schema = |property: &Json| json!({"type": "object", "properties": {"a": property}});
        let (one, other) = (schema(one), schema(other));
        let result = is_same_schema(Some(&one), Some(&other));
        assert_eq!(is_same_schema(Some(&other), Some(&one)), result, "{one} {other}");
        result
    }

    #[test]
    fn unset_values_are_ignored() {
        let text = json!({"type": "string"});
        for unset in [
            json!({"description": ""}),
            json!({"nullable": false, "uniqueItems": false, "x-kubernetes-int-or-string": false}),
            json!({"default": null, "maxLength": null, "items": null, "x-kubernetes-preserve-unknown-fields": null}),
            json!({"enum": [], "required": [], "allOf": [], "x-kubernetes-validations": []}),
            json!({"properties": {}}),
        ] {
            let mut other = unset.clone();
            other["type"] = "string".into();
            assert!(is_same(&text, &other), "{unset}");
            assert!(is_same(&json!({"type": "array", "items": text}), &json!({"type": "array", "items": other})));
        }
        // The server stores these as pointers, which are set.
        for set in [
            json!({"default": false}),
            json!({"default": ""}),
            json!({"default": {}}),
            json!({"default": []}),
            json!({"default": 0}),
            json!({"example": ""}),
            json!({"externalDocs": {}}),
            json!({"$ref": ""}),
            json!({"x-kubernetes-list-type": ""}),
            json!({"x-kubernetes-map-type": ""}),
            json!({"additionalItems": false}),
            json!({"additionalProperties": true}),
            json!({"maxLength": 0}),
            json!({"items": {}}),
            json!({"not": {}}),
            json!({"additionalProperties": {}}),
            json!({"additionalProperties": false}),
            json!({"x-kubernetes-preserve-unknown-fields": false}),
        ] {
            let mut other = set.clone();
            other["type"] = "string".into();
            assert!(!is_same(&text, &other), "{set}");
        }
    }

    #[test]
    fn values_are_compared_as_their_go_types() {
        let with = |keyword: &str, value: Json| {
            let mut schema = json!({"type": "object"});
            schema[keyword] = value;
            schema
        };
        for (keyword, one, other) in [
            ("required", json!(["a"]), json!(["b"])),
            ("required", json!(["a", "b"]), json!(["b", "a"])),
            ("required", json!(["a", "b"]), json!(["a"])),
            ("enum", json!([1, 2]), json!([1, 3])),
            ("enum", json!([1, 2]), json!([1])),
            ("allOf", json!([{"minLength": 1}]), json!([{"minLength": 2}])),
            ("anyOf", json!([{"minLength": 1}, {}]), json!([{"minLength": 1}])),
            ("x-kubernetes-validations", json!([{"rule": "true"}]), json!([{"rule": "false"}])),
            ("items", json!([{}]), json!({})),
            ("additionalProperties", json!(true), json!({})),
            ("dependencies", json!({"a": []}), json!({"a": {}})),
            ("default", json!({"a": []}), json!({"a": null})),
            ("default", json!(1), json!(1.0)),
            ("maxLength", json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992_i64)),
        ] {
            assert!(!is_same(&with(keyword, one.clone()), &with(keyword, other)), "{keyword} {one}");
            assert!(is_same(&with(keyword, one.clone()), &with(keyword, one)));
        }
        // Values are compared as they are, schemas and rules without unset values.
        assert!(!is_same(&with("enum", json!([{"a": ""}])), &with("enum", json!([{}]))));
        assert!(!is_same(&with("default", json!({"a": null})), &with("default", json!({}))));
        assert!(is_same(&with("allOf", json!([{"title": ""}])), &with("allOf", json!([{}]))));
        let rule = |rule: Json| with("x-kubernetes-validations", json!([rule]));
        assert!(is_same(&rule(json!({"rule": "true", "message": ""})), &rule(json!({"rule": "true"}))));
        for set in [json!({"rule": "true", "optionalOldSelf": false}), json!({"rule": "true", "reason": ""})] {
            assert!(!is_same(&rule(set), &rule(json!({"rule": "true"}))));
        }
        assert!(is_same(&with("minimum", json!(1)), &with("minimum", json!(1.0))));
        assert!(!is_same(&with("minimum", json!(1)), &with("minimum", json!(1.5))));
    }

    #[test]
    fn properties_are_compared_by_name() {
        let object = |properties: Json| json!({"type": "object", "properties": properties});
        assert!(!is_same(&object(json!({"a": {}})), &object(json!({"b": {}}))));
        assert!(!is_same(&object(json!({"a": {}})), &object(json!({"a": {}, "b": {}}))));
        assert!(!is_same(&object(json!({"a": {"title": "t"}})), &object(json!({"a": {"title": "u"}}))));
        assert!(is_same(&object(json!({"a": {"title": ""}})), &object(json!({"a": {}}))));
    }

    #[test]
    fn versions_without_a_schema_are_only_equal_to_each_other() {
        assert!(is_same_schema(None, None));
        assert!(!is_same_schema(Some(&json!({})), None));
        assert!(!is_same_schema(None, Some(&json!({}))));
    }
}
