//! A definition as an API server holds it: what all versions have in common is said once
//! (`Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1). Paths of errors are those of that form.

use serde_json::Value as Json;

use crate::crd::{
    CustomResourceDefinition,
    document::{PrinterColumn, SelectableField, Subresources, Version},
};

/// A definition, and which parts of its versions are the same in all.
pub(super) struct Internal<'d> {
    pub(super) definition: &'d CustomResourceDefinition,
    has_common_schema: bool,
    has_common_subresources: bool,
    has_common_columns: bool,
    has_common_selectable_fields: bool,
}

impl<'d> Internal<'d> {
    pub(super) fn new(definition: &'d CustomResourceDefinition) -> Self {
        let versions = definition.versions.as_slice();
        Internal {
            definition,
            has_common_schema: is_common(versions, |version| version.schema.as_ref().map(normal)),
            has_common_subresources: is_common(versions, |version| version.subresources.clone()),
            has_common_columns: is_common(versions, |version| version.printer_columns.clone()),
            has_common_selectable_fields: is_common(versions, |version| version.selectable_fields.clone()),
        }
    }

    fn first(&self) -> Option<&'d Version> {
        self.definition.versions.first()
    }

    /// `spec.validation.openAPIV3Schema`.
    pub(super) fn common_schema(&self) -> Option<&'d Json> {
        self.first().filter(|_| self.has_common_schema)?.schema.as_ref()
    }

    /// `spec.subresources`.
    pub(super) fn common_subresources(&self) -> Option<&'d Subresources> {
        self.first().filter(|_| self.has_common_subresources)?.subresources.as_ref()
    }

    /// `spec.additionalPrinterColumns`.
    pub(super) fn common_columns(&self) -> &'d [PrinterColumn] {
        self.first().filter(|_| self.has_common_columns).map(|it| it.printer_columns.as_slice()).unwrap_or_default()
    }

    /// `spec.selectableFields`.
    pub(super) fn common_selectable_fields(&self) -> &'d [SelectableField] {
        let first = self.first().filter(|_| self.has_common_selectable_fields);
        first.map(|it| it.selectable_fields.as_slice()).unwrap_or_default()
    }

    /// `schema.openAPIV3Schema` of a version.
    pub(super) fn schema_of(&self, version: &'d Version) -> Option<&'d Json> {
        version.schema.as_ref().filter(|_| !self.has_common_schema)
    }

    /// `subresources` of a version.
    pub(super) fn subresources_of(&self, version: &'d Version) -> Option<&'d Subresources> {
        version.subresources.as_ref().filter(|_| !self.has_common_subresources)
    }

    /// `additionalPrinterColumns` of a version.
    pub(super) fn columns_of(&self, version: &'d Version) -> &'d [PrinterColumn] {
        if self.has_common_columns { &[] } else { &version.printer_columns }
    }

    /// `selectableFields` of a version.
    pub(super) fn selectable_fields_of(&self, version: &'d Version) -> &'d [SelectableField] {
        if self.has_common_selectable_fields { &[] } else { &version.selectable_fields }
    }

    /// All schemas.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &'d Json> {
        let of_versions = self.definition.versions.iter().filter_map(|version| self.schema_of(version));
        self.common_schema().into_iter().chain(of_versions)
    }
}

fn is_common<T: PartialEq>(versions: &[Version], part: impl Fn(&Version) -> T) -> bool {
    let Some((first, rest)) = versions.split_first() else { return false };
    let expected = part(first);
    rest.iter().all(|version| part(version) == expected)
}

/// A schema without what upstream's comparison does not see: what is null, false or empty
/// (`k8s.io/apimachinery/pkg/api/equality.Semantic`).
pub(super) fn normal(json: &Json) -> Json {
    match json {
        Json::Object(members) => {
            let kept = members.iter().filter(|(keyword, value)| {
                let is_pointer = matches!(
                    keyword.as_str(),
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
            });
            kept.map(|(keyword, value)| {
                let value = match keyword.as_str() {
                    "default" | "enum" | "example" => value.clone(),
                    "properties" | "patternProperties" | "definitions" | "dependencies" => normal_entries(value),
                    _ => normal(value),
                };
                (keyword.clone(), value)
            })
            .collect()
        }
        Json::Array(elements) => elements.iter().map(normal).collect(),
        other => other.clone(),
    }
}

fn normal_entries(json: &Json) -> Json {
    match json {
        Json::Object(entries) => entries.iter().map(|(name, schema)| (name.clone(), normal(schema))).collect(),
        other => other.clone(),
    }
}
