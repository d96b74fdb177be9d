//! Keywords of JSON Schema draft 4 that Kubernetes' schemas do not have.

use indexmap::IndexMap;

use super::{AdditionalProperties, Schema};

/// What a plain JSON Schema says beyond Kubernetes' schemas. It is executed as draft 4 has it, so that such a schema
/// judges values rightly; whoever makes a CustomResourceDefinition of it is told by the [`Problem`](super::Problem)s of
/// reading. Printed from [`Schema::other`], where it is kept as well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft4 {
    /// `type`, where it is a list or `null`.
    pub types: Vec<&'static str>,
    /// `items`, where it is a list: a schema for each of the first elements.
    pub items: Vec<Schema>,
    /// `additionalItems`: for the elements after those.
    pub additional_items: Option<AdditionalProperties>,
    /// `patternProperties`: Go regular expression to the schema of all properties whose name matches it.
    pub pattern_properties: IndexMap<String, Schema>,
    /// `dependencies`, by the property that must be there for them to count.
    pub dependencies: IndexMap<String, Dependency>,
}

/// An entry of `dependencies`.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependency {
    /// These properties must be there too.
    Properties(Vec<String>),
    /// The whole object must have this schema too.
    Schema(Box<Schema>),
}
