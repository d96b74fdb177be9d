//! The `x-kubernetes-` extensions.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::Origin;

/// The extensions of one schema node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extensions {
    /// `x-kubernetes-preserve-unknown-fields`.
    pub preserve_unknown_fields: Option<bool>,
    /// `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    /// `x-kubernetes-int-or-string`.
    pub int_or_string: bool,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-list-map-keys`, in source order.
    pub list_map_keys: Vec<String>,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
    /// `x-kubernetes-validations`, in source order.
    pub validations: Vec<ValidationRule>,
    /// `x-kubernetes-validation-errors` (KEP-4153): maps keywords to custom errors.
    pub validation_errors: BTreeMap<String, ValidationError>,
    /// `x-kubernetes-patch-strategy`.
    pub patch_strategy: Option<String>,
    /// `x-kubernetes-patch-merge-key`.
    pub patch_merge_key: Option<String>,
    /// `x-kubernetes-unions`.
    pub unions: Vec<Union>,
    /// All other `x-` extensions.
    pub other: BTreeMap<String, Json>,
}

/// The value of `x-kubernetes-list-type`. Unknown values are preserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListType {
    /// `atomic`.
    Atomic,
    /// `set`.
    Set,
    /// `map`.
    Map,
    /// An unknown value.
    Other(String),
}

/// The value of `x-kubernetes-map-type`. Unknown values are preserved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapType {
    /// `granular`.
    Granular,
    /// `atomic`.
    Atomic,
    /// An unknown value.
    Other(String),
}

/// An entry of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValidationRule {
    /// The CEL expression.
    pub rule: String,
    /// The error message.
    pub message: Option<String>,
    /// A CEL expression that returns the error message. It takes precedence over `message`.
    pub message_expression: Option<String>,
    /// The reason for the error. It determines the error type.
    pub reason: Option<Reason>,
    /// The path of the field to which the error refers, with its leading dot.
    pub field_path: Option<String>,
    /// `true` if `oldSelf` is an optional, so that the rule also applies to new values.
    pub optional_old_self: Option<bool>,
    /// `true` if the rule is not part of published schemas, but only of the validators of its Go type. Schemas that
    /// were read from a document have no such rules.
    pub unpublished: bool,
    /// The position of the rule in the Go source, for diagnostics.
    pub origin: Origin,
}

/// The value of `reason` of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `FieldValueInvalid`.
    Invalid,
    /// `FieldValueForbidden`.
    Forbidden,
    /// `FieldValueRequired`.
    Required,
    /// `FieldValueDuplicate`.
    Duplicate,
    /// Any other value. API servers reject it.
    Other(String),
}

/// An entry of `x-kubernetes-validation-errors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// The message that replaces the message of the keyword.
    pub message: String,
    /// The error type, if it differs from the error type of the keyword.
    pub reason: Option<Reason>,
}

/// An entry of `x-kubernetes-unions`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Union {
    /// The JSON name of the discriminator property.
    pub discriminator: Option<String>,
    /// Maps the JSON name of each member to its discriminator value.
    pub fields: BTreeMap<String, String>,
}

impl ListType {
    /// Returns the extension's value.
    pub fn name(&self) -> &str {
        match self {
            ListType::Atomic => "atomic",
            ListType::Set => "set",
            ListType::Map => "map",
            ListType::Other(name) => name,
        }
    }

    /// Parses the extension's value.
    pub fn from_name(name: &str) -> Self {
        match name {
            "atomic" => ListType::Atomic,
            "set" => ListType::Set,
            "map" => ListType::Map,
            other => ListType::Other(other.to_owned()),
        }
    }
}

impl MapType {
    /// Returns the extension's value.
    pub fn name(&self) -> &str {
        match self {
            MapType::Granular => "granular",
            MapType::Atomic => "atomic",
            MapType::Other(name) => name,
        }
    }

    /// Parses the extension's value.
    pub fn from_name(name: &str) -> Self {
        match name {
            "granular" => MapType::Granular,
            "atomic" => MapType::Atomic,
            other => MapType::Other(other.to_owned()),
        }
    }
}

impl Reason {
    /// Returns the published value.
    pub fn name(&self) -> &str {
        match self {
            Reason::Invalid => "FieldValueInvalid",
            Reason::Forbidden => "FieldValueForbidden",
            Reason::Required => "FieldValueRequired",
            Reason::Duplicate => "FieldValueDuplicate",
            Reason::Other(name) => name,
        }
    }

    /// Returns the reason with this published name.
    pub fn from_name(name: &str) -> Self {
        match name {
            "FieldValueInvalid" => Reason::Invalid,
            "FieldValueForbidden" => Reason::Forbidden,
            "FieldValueRequired" => Reason::Required,
            "FieldValueDuplicate" => Reason::Duplicate,
            other => Reason::Other(other.to_owned()),
        }
    }
}
