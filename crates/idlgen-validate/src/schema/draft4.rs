//! Keywords of JSON Schema draft 4 that Kubernetes schemas do not support.

use indexmap::IndexMap;

use super::{AdditionalProperties, Schema};

/// Keywords of plain JSON Schema that Kubernetes schemas do not support. Validation applies them with the semantics of
/// draft 4, so that such a schema validates values correctly. Parsing returns a [`Problem`](super::Problem) for each,
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
