//! OpenAPI v3 schemas with the Kubernetes extensions as data.

mod definitions;
mod extensions;
mod go_value;
pub mod json;
mod old_self;
mod origin;
mod properties;
mod structural;
mod unrecognized_format;
mod zero_mode;

use std::{collections::BTreeMap, sync::Arc};

use crate::keyword::{Keyword, Keywords, Value};
pub use definitions::Definitions;
pub use extensions::{Extensions, ListType, MapType, Reason, Union, ValidationError, ValidationRule};
pub use go_value::GoValue;
pub use idlgen_runtime::value::Number;
use indexmap::IndexMap;
pub use json::{Problem, ProblemKind};
pub use origin::Origin;
use serde_json::Value as Json;
pub(crate) use structural::as_tree;
pub use structural::{
    Recursion, RejectedNode, StructuralError, StructuralSchemas, check_size, fit_resource, is_resource, rejected_nodes,
    structural, structural_definitions,
};
pub use zero_mode::ZeroMode;

/// A schema node.
///
/// The representation does not depend on the output format: here, a `$ref` may have siblings (an OpenAPI v3 printer
/// wraps it in `allOf`, like `k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`), and [`strip_zero`](Schema::strip_zero)
/// specifies how zero values are interpreted even if `x-kubernetes-strip-zero` is not published.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The name of a definition in [`Definitions`] (`$ref`, without its prefix and unescaped). Sibling keywords also
    /// apply.
    pub reference: Option<String>,
    /// A short title for readers.
    pub title: Option<String>,
    /// The description for readers.
    pub description: Option<String>,
    /// The JSON type of values.
    pub schema_type: Option<SchemaType>,
    /// `true` if null is allowed.
    pub nullable: bool,
    /// The default, which the author or the Go type specifies.
    pub default: Option<Default>,
    /// The keywords that restrict values and have a [`Row`](crate::keyword::Row).
    pub keywords: Keywords,
    /// The names of the required properties, in declaration order.
    pub required: Vec<String>,
    /// The schema of list elements.
    pub items: Option<Box<Schema>>,
    /// The schemas of properties, in declaration order. Printers sort them.
    pub properties: Properties,
    /// The schema of properties that are not declared, or whether they are allowed.
    pub additional_properties: Option<AdditionalProperties>,
    /// Schemas of which all must match.
    pub all_of: Vec<Schema>,
    /// Schemas of which at least one must match.
    pub any_of: Vec<Schema>,
    /// Schemas of which exactly one must match.
    pub one_of: Vec<Schema>,
    /// A schema that must not match.
    pub not: Option<Box<Schema>>,
    /// The `x-kubernetes-` extensions, and unknown `x-` extensions.
    pub extensions: Extensions,
    /// Keywords of plain JSON Schema that Kubernetes schemas do not support.
    pub draft4: Option<Box<Draft4>>,
    /// All other keywords with their unmodified values: annotations such as `example` and `externalDocs`, and keywords
    /// reported as a [`Problem`]. They are printed, but not used for validation.
    pub other: BTreeMap<String, Json>,
    /// `true` if Go cannot distinguish the zero value of this property from a missing one, so that zero is treated as
    /// missing (KEP-4153, "Zero-Valued Primitive Fields"). It is set on properties whose Go field is not a pointer.
    /// Parsing a document only sets it for `x-kubernetes-strip-zero`.
    pub strip_zero: bool,
    /// How Go decodes the value, as far as the schema does not describe it. Never printed.
    pub go_value: GoValue,
    /// The schema for OpenAPI v2, if it differs (`x-kubernetes-v2-schema` of openapi-gen, for IntOrString and
    /// Quantity).
    pub v2: Option<Box<Schema>>,
    /// The origin of the node in the Go source. Never printed, and ignored by comparisons.
    pub origin: Origin,
}

impl Schema {
    /// Creates a schema with a single keyword.
    pub fn of_keyword(keyword: Keyword, value: impl Into<Value>) -> Self {
        Schema { keywords: [(keyword, value)].into(), ..Schema::default() }
    }

    /// Returns the value of `format`, in the source spelling.
    pub fn format(&self) -> Option<&str> {
        self.keywords.text(Keyword::Format)
    }

    /// Returns the value of `pattern`, a Go regular expression that is not anchored.
    pub fn pattern(&self) -> Option<&str> {
        self.keywords.text(Keyword::Pattern)
    }

    /// Returns the values of `enum`. An empty list means no restriction.
    pub fn enumeration(&self) -> &[Json] {
        self.keywords.members(Keyword::Enum)
    }

    /// Returns `true` if the schema contains nothing but a reference. Explicit defaults and extensions count as
    /// content. Settings of properties ([`Property`](crate::compiled::Property)) do not, because they are read from the
    /// schema itself.
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

    /// Iterates over the nested schemas that always apply to the value or to a part of it. Excludes the branches of
    /// `anyOf`, `oneOf` and `not`, whose rules are not evaluated, and keywords that Kubernetes schemas do not support.
    ///
    /// ```
    /// use idlgen_schema::Schema;
    ///
    /// let json = serde_json::json!({"items": {"type": "string"}, "anyOf": [{"minItems": 1}]});
    /// let (schema, _) = Schema::from_json(&json);
    /// assert_eq!(schema.inside().count(), 1);
    /// ```
    pub fn inside(&self) -> impl Iterator<Item = &Schema> {
        let Schema {
            reference: _,
            items,
            properties,
            additional_properties,
            all_of,
            // Branches of which some need not match.
            any_of: _,
            one_of: _,
            not: _,
            draft4: _,
            // Keywords that contain no schemas.
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

    /// Iterates mutably over the same schemas as [`inside`](Self::inside).
    pub fn inside_mut(&mut self) -> impl Iterator<Item = &mut Schema> {
        let additional = match &mut self.additional_properties {
            Some(AdditionalProperties::Schema(schema)) => Some(schema.as_mut()),
            Some(AdditionalProperties::Allowed(_)) | None => None,
        };
        self.properties.values_mut().chain(self.items.as_deref_mut()).chain(&mut self.all_of).chain(additional)
    }
}

/// A JSON type (`type`).
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
    /// Returns the value of `type` for this type.
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

/// A default, and whether it is implicit.
#[derive(Clone, Debug, PartialEq)]
pub struct Default {
    /// The default as JSON.
    pub value: Json,
    /// `true` for the zero value that openapi-gen publishes for a Go field that is always present. Such a default only
    /// documents the field. Defaulting does not apply it, because otherwise a missing required field would not be an
    /// error.
    pub implicit: bool,
}

/// Properties by name, in order. Copies share their data until one of them changes, so a type that occurs in many
/// locations is stored once.
#[derive(Clone, Debug, Default)]
pub struct Properties(Option<Arc<IndexMap<String, Schema>>>);

/// Keywords of plain JSON Schema that Kubernetes schemas do not support. Validation applies them with the semantics of
/// draft 4, so that such a schema validates values correctly. Parsing returns a [`Problem`] for each,
/// for authors of CRDs. For printing, [`Schema::other`] contains the same keywords.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft4 {
    /// `type`, if it is a list or `null`.
    pub types: Vec<&'static str>,
    /// `items`, if it is a list: a schema for each of the first elements.
    pub items: Vec<Schema>,
    /// `additionalItems`: the schema of elements after those in `items`.
    pub additional_items: Option<AdditionalProperties>,
    /// `patternProperties`: maps Go regular expressions to the schema of all properties whose names match.
    pub pattern_properties: IndexMap<String, Schema>,
    /// `dependencies`, by the property whose presence activates them.
    pub dependencies: IndexMap<String, Dependency>,
}

/// An entry of `dependencies`.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency {
    /// The object must also have these properties.
    Properties(Vec<String>),
    /// The entire object must also match this schema.
    Schema(Box<Schema>),
}

/// The value of `additionalProperties`.
#[derive(Clone, Debug, PartialEq)]
pub enum AdditionalProperties {
    /// `true` or `false`.
    Allowed(bool),
    /// A schema for every value.
    Schema(Box<Schema>),
}

impl AdditionalProperties {
    /// Returns the schema for every value, if there is one.
    pub fn schema(&self) -> Option<&Schema> {
        match self {
            AdditionalProperties::Allowed(_) => None,
            AdditionalProperties::Schema(schema) => Some(schema),
        }
    }
}
