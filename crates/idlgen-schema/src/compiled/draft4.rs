//! Keywords of JSON Schema draft 4 that Kubernetes schemas do not support.

use super::Additional;

/// A list of schemas in `items`, together with `additionalItems`: a node for each of the first elements, and the schema
/// of all later elements.
#[derive(Clone, Debug)]
pub struct Tuple<C> {
    /// The nodes of the first elements.
    pub first: Vec<C>,
    /// The schema of later elements.
    pub rest: Additional<C>,
}

impl<C> Tuple<C> {
    /// Iterates over all nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &C> {
        self.first.iter().chain(self.rest.node())
    }
}

/// A dependency of a property (`dependencies`).
#[derive(Clone, Debug)]
pub enum Dependency<C> {
    /// The object must have these properties.
    Properties(Vec<String>),
    /// The object must match this node.
    Node(C),
}
