//! Keywords of JSON Schema draft 4 that Kubernetes schemas do not support.

use indexmap::IndexMap;

use super::{AdditionalProperties, Schema};

/// Keywords of plain JSON Schema that Kubernetes schemas do not support. They are executed by the rules of draft 4, so
/// that such a schema validates values correctly; the [`Problem`](super::Problem)s of parsing report them to authors of
/// CRDs. Printed from [`Schema::other`], which contains them, too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft4 {
    /// `type` as a list or `null`.
    pub types: Vec<&'static str>,
    /// `items` as a list: a schema for each of the first elements.
    pub items: Vec<Schema>,
    /// `additionalItems`: for later elements.
    pub additional_items: Option<AdditionalProperties>,
    /// `patternProperties`: from a Go regular expression to the schema of all properties with a matching name.
    pub pattern_properties: IndexMap<String, Schema>,
    /// `dependencies`, by the property that activates them.
    pub dependencies: IndexMap<String, Dependency>,
}

/// An entry of `dependencies`.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency {
    /// These properties are required, too.
    Properties(Vec<String>),
    /// The entire object must match this schema, too.
    Schema(Box<Schema>),
}
