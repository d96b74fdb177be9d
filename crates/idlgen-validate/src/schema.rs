//! An OpenAPI v3 schema with the Kubernetes extensions, as data.

mod definitions;
mod draft4;
mod extensions;
mod go_value;
pub mod json;
mod old_self;
mod origin;
mod properties;
mod structural;
mod unrecognized_format;

use std::collections::BTreeMap;

use crate::keyword::{Keyword, Keywords, Value};
pub use definitions::Definitions;
pub use draft4::{Dependency, Draft4};
pub use extensions::{Extensions, ListType, MapType, Reason, Union, ValidationError, ValidationRule};
pub use go_value::GoValue;
pub use idlgen_runtime::value::Number;
pub use json::{Problem, ProblemKind};
pub use origin::Origin;
pub use properties::Properties;
use serde_json::Value as Json;
pub(crate) use structural::as_tree;
pub use structural::{
    Recursion, Refusal, StructuralError, StructuralForms, check_size, fit_resource, is_resource, refusals, structural,
    structural_definitions,
};

/// One node of a schema.
///
/// Every keyword is kept apart from its spelling in a target: a `$ref` may have siblings here (an OpenAPI v3 printer
/// wraps it in `allOf`, as `k8s.io/kube-openapi/pkg/builder3/util.WrapRefs` does), and
/// [`strip_zero`](Schema::strip_zero) says what Go's zero value means whether or not `x-kubernetes-strip-zero` is
/// published.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The name of a definition in [`Definitions`] (`$ref`, without prefix and unescaped). Siblings apply in addition.
    pub reference: Option<String>,
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `type`.
    pub schema_type: Option<SchemaType>,
    /// `nullable`.
    pub nullable: bool,
    /// `default`, where the author or the Go type says one.
    pub default: Option<Default>,
    /// The keywords that limit values and have a [`Row`](crate::keyword::Row).
    pub keywords: Keywords,
    /// `required`, in declaration order.
    pub required: Vec<String>,
    /// `items`.
    pub items: Option<Box<Schema>>,
    /// `properties`, in declaration order (printers sort).
    pub properties: Properties,
    /// `additionalProperties`.
    pub additional_properties: Option<AdditionalProperties>,
    /// `allOf`.
    pub all_of: Vec<Schema>,
    /// `anyOf`.
    pub any_of: Vec<Schema>,
    /// `oneOf`.
    pub one_of: Vec<Schema>,
    /// `not`.
    pub not: Option<Box<Schema>>,
    /// The `x-kubernetes-` extensions, and unknown `x-` ones.
    pub extensions: Extensions,
    /// What plain JSON Schema has beyond Kubernetes' schemas.
    pub draft4: Option<Box<Draft4>>,
    /// Every other keyword, as it is: annotations such as `example` and `externalDocs`, and what reading reported as a
    /// [`Problem`]. Printed, never executed.
    pub other: BTreeMap<String, Json>,
    /// Go cannot tell the zero value of this property from an absent one, so zero counts as absent (decision 8 of the
    /// design; KEP-4153 "Zero-Valued Primitive Fields"). Set on properties whose Go field is no pointer; never read
    /// from a document except through `x-kubernetes-strip-zero`.
    pub strip_zero: bool,
    /// What the Go type reads, where the schema does not say it. Never printed.
    pub go_value: GoValue,
    /// For the schema of OpenAPI v2, where it differs (`x-kubernetes-v2-schema` of openapi-gen; IntOrString, Quantity).
    pub v2: Option<Box<Schema>>,
    /// Where the node comes from. Never printed, ignored by comparisons.
    pub origin: Origin,
}

impl Schema {
    /// A schema that says nothing but one keyword.
    pub fn of_keyword(keyword: Keyword, value: impl Into<Value>) -> Self {
        Schema { keywords: [(keyword, value)].into(), ..Schema::default() }
    }

    /// `format`, as written.
    pub fn format(&self) -> Option<&str> {
        self.keywords.text(Keyword::Format)
    }

    /// `pattern`, a Go regular expression, unanchored.
    pub fn pattern(&self) -> Option<&str> {
        self.keywords.text(Keyword::Pattern)
    }

    /// `enum`; empty means no restriction.
    pub fn enumeration(&self) -> &[Json] {
        self.keywords.members(Keyword::Enum)
    }

    /// Whether it does nothing but refer to another. Defaults that are filled in and extensions count as doing
    /// something; what is said of the property that it stands on ([`Property`](crate::compiled::Property)) is read from
    /// the schema itself.
    pub(crate) fn is_bare_reference(&self) -> bool {
        let Schema {
            reference,
            title: _,
            description: _,
            schema_type,
            nullable,
            default,
            keywords,
            required,
            items,
            properties,
            additional_properties,
            all_of,
            any_of,
            one_of,
            not,
            extensions,
            draft4,
            other: _,
            strip_zero: _,
            go_value,
            v2: _,
            origin: _,
        } = self;
        reference.is_some()
            && default.as_ref().is_none_or(|default| default.implicit)
            && schema_type.is_none()
            && keywords.is_empty()
            && !*nullable
            && !go_value.is_of_value()
            && (required.is_empty() && properties.is_empty())
            && (all_of.is_empty() && any_of.is_empty() && one_of.is_empty() && not.is_none())
            && (items.is_none() && additional_properties.is_none() && draft4.is_none())
            && *extensions == Extensions::default()
    }

    /// The schemas inside that hold of the value or of what is in it, whatever the value is: all but the branches of
    /// `anyOf`, `oneOf` and `not`, where no rules are run, and what is no part of Kubernetes' schemas.
    pub(crate) fn inside(&self) -> impl Iterator<Item = &Schema> {
        let Schema {
            reference: _,
            items,
            properties,
            additional_properties,
            all_of,
            // Alternatives, of which not all have to hold.
            any_of: _,
            one_of: _,
            not: _,
            draft4: _,
            // What holds no schemas.
            extensions: _,
            title: _,
            description: _,
            schema_type: _,
            nullable: _,
            default: _,
            keywords: _,
            required: _,
            other: _,
            strip_zero: _,
            go_value: _,
            v2: _,
            origin: _,
        } = self;
        let additional = match additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(schema.as_ref()),
            Some(AdditionalProperties::Allowed(_)) | None => None,
        };
        properties.values().chain(items.as_deref()).chain(all_of).chain(additional)
    }
}

/// `type` of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SchemaType {
    /// `object`.
    Object,
    /// `array`.
    Array,
    /// `string`.
    String,
    /// `integer`.
    Integer,
    /// `number`.
    Number,
    /// `boolean`.
    Boolean,
}

impl SchemaType {
    /// The keyword's value.
    pub const fn name(self) -> &'static str {
        match self {
            SchemaType::Object => "object",
            SchemaType::Array => "array",
            SchemaType::String => "string",
            SchemaType::Integer => "integer",
            SchemaType::Number => "number",
            SchemaType::Boolean => "boolean",
        }
    }

    /// The type of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "object" => SchemaType::Object,
            "array" => SchemaType::Array,
            "string" => SchemaType::String,
            "integer" => SchemaType::Integer,
            "number" => SchemaType::Number,
            "boolean" => SchemaType::Boolean,
            _ => return None,
        })
    }
}

/// `default`, and who says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Default {
    /// The value.
    pub value: Json,
    /// True for the zero value that openapi-gen publishes for a Go field that cannot be absent. It documents; it is not
    /// filled in where a required scalar is missing, or a required field could never be missing.
    pub implicit: bool,
}

/// `additionalProperties`.
#[derive(Clone, Debug, PartialEq)]
pub enum AdditionalProperties {
    /// `true` or `false`.
    Allowed(bool),
    /// A schema for every value.
    Schema(Box<Schema>),
}

impl AdditionalProperties {
    /// The schema for every value, if there is one.
    pub(crate) fn schema(&self) -> Option<&Schema> {
        match self {
            AdditionalProperties::Allowed(_) => None,
            AdditionalProperties::Schema(schema) => Some(schema),
        }
    }
}
