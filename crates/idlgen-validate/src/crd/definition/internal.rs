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
        "additionalProperties"
            | "additionalItems"
            | "not"
            | "items"
            | "x-kubernetes-preserve-unknown-fields"
            | "optionalOldSelf"
    );
    match value {
        Json::Null => false,
        Json::Bool(value) => *value || is_pointer,
        Json::String(text) => !text.is_empty(),
        Json::Array(elements) => !elements.is_empty(),
        Json::Object(members) => !members.is_empty() || is_pointer,
        Json::Number(_) => true,
    }
}
