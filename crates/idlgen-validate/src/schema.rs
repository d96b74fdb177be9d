//! OpenAPI v3 schemas with the Kubernetes extensions, as data.

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
/// Keywords are independent of their spelling in an output: a `$ref` may have siblings here (an OpenAPI v3 printer
/// wraps it in `allOf`, like `k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`), and [`strip_zero`](Schema::strip_zero)
/// defines the meaning of Go's zero value whether or not `x-kubernetes-strip-zero` is published.
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
    /// `default`, from the author or the Go type.
    pub default: Option<Default>,
    /// The keywords that restrict values and have a [`Row`](crate::keyword::Row).
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
    /// Keywords of plain JSON Schema that Kubernetes schemas do not support.
    pub draft4: Option<Box<Draft4>>,
    /// All other keywords, unchanged: annotations such as `example` and `externalDocs`, and keywords reported as a
    /// [`Problem`]. Printed, never executed.
    pub other: BTreeMap<String, Json>,
    /// `true` if Go cannot distinguish the zero value of this property from a missing one, so zero is treated as
    /// missing (KEP-4153, "Zero-Valued Primitive Fields"). Set on properties whose Go field is not a
    /// pointer. Only read from a document through `x-kubernetes-strip-zero`.
    pub strip_zero: bool,
    /// How Go decodes the value, where the schema does not describe it. Never printed.
    pub go_value: GoValue,
    /// The schema for OpenAPI v2, if it differs (`x-kubernetes-v2-schema` of openapi-gen; IntOrString, Quantity).
    pub v2: Option<Box<Schema>>,
    /// The origin of the node. Never printed, ignored by comparisons.
    pub origin: Origin,
}

impl Schema {
    /// Creates a schema with a single keyword.
    pub fn of_keyword(keyword: Keyword, value: impl Into<Value>) -> Self {
        Schema { keywords: [(keyword, value)].into(), ..Schema::default() }
    }

    /// Returns `format`, as written.
    pub fn format(&self) -> Option<&str> {
        self.keywords.text(Keyword::Format)
    }

    /// Returns `pattern`, an unanchored Go regular expression.
    pub fn pattern(&self) -> Option<&str> {
        self.keywords.text(Keyword::Pattern)
    }

    /// Returns `enum`. An empty list means no restriction.
    pub fn enumeration(&self) -> &[Json] {
        self.keywords.members(Keyword::Enum)
    }

    /// Returns `true` if the schema is only a reference. Explicit defaults and extensions count as content. Property
    /// settings ([`Property`](crate::compiled::Property)) are read from the schema itself.
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

    /// Iterates over the nested schemas that always apply to the value or its parts: excludes the branches of `anyOf`,
    /// `oneOf` and `not`, in which rules do not run, and keywords outside of Kubernetes schemas.
    pub(crate) fn inside(&self) -> impl Iterator<Item = &Schema> {
        let Schema {
            reference: _,
            items,
            properties,
            additional_properties,
            all_of,
            // Alternatives, of which not all must pass.
            any_of: _,
            one_of: _,
            not: _,
            draft4: _,
            // Keywords without schemas.
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
    /// Returns the keyword's value.
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

    /// Parses a value of `type`. Returns `None` for `null` and unknown names.
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

/// `default`, and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct Default {
    /// The default as JSON.
    pub value: Json,
    /// `true` for the zero value that openapi-gen publishes for a Go field that is always present. It is documentation
    /// only and not used for defaulting, because otherwise a missing required field would not be an error.
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
    /// Returns the schema for every value, if there is one.
    pub(crate) fn schema(&self) -> Option<&Schema> {
        match self {
            AdditionalProperties::Allowed(_) => None,
            AdditionalProperties::Schema(schema) => Some(schema),
        }
    }
}
