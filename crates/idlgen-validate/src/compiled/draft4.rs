//! Keywords of JSON Schema draft 4 that Kubernetes' schemas do not have.

use super::Additional;

/// `items` as a list of schemas, and `additionalItems`: a node for each of the first elements, and what those after
/// them may be.
#[derive(Clone, Debug)]
pub struct Tuple<C> {
    /// Of the first elements.
    pub first: Vec<C>,
    /// Of those after them.
    pub rest: Additional<C>,
}

impl<C> Tuple<C> {
    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &C> {
        self.first.iter().chain(self.rest.node())
    }
}

/// What a property needs beside it (`dependencies`).
#[derive(Clone, Debug)]
pub enum Dependency<C> {
    /// These properties.
    Properties(Vec<String>),
    /// That the object has this schema too.
    Node(C),
}
