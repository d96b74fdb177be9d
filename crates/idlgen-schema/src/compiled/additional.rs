//! Compiles `additionalProperties`.

use crate::{Schema, schema::AdditionalProperties};

/// The schema of undeclared properties, or of list elements after those that have a schema of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Additional<C> {
    /// The schema does not specify it.
    #[default]
    Unsaid,
    /// Any value is allowed.
    Anything,
    /// No value is allowed.
    Nothing,
    /// Values that match this node are allowed.
    Node(C),
}

impl<'s> Additional<Vec<&'s Schema>> {
    /// Merges the declarations of all parts. If one part forbids additional values, they are forbidden. Otherwise all
    /// schemas apply.
    pub(crate) fn merge(said: impl IntoIterator<Item = &'s AdditionalProperties>) -> Self {
        let mut additional = Additional::Unsaid;
        let mut schemas: Vec<&'s Schema> = Vec::new();
        for said in said {
            match said {
                AdditionalProperties::Allowed(false) => return Additional::Nothing,
                AdditionalProperties::Allowed(true) => additional = Additional::Anything,
                AdditionalProperties::Schema(schema) => schemas.push(schema),
            }
        }
        if schemas.is_empty() { additional } else { Additional::Node(schemas) }
    }
}

impl<C> Additional<C> {
    /// Converts the nested node, if there is one.
    pub(crate) fn map<D>(self, child: impl FnOnce(C) -> D) -> Additional<D> {
        match self {
            Additional::Unsaid => Additional::Unsaid,
            Additional::Anything => Additional::Anything,
            Additional::Nothing => Additional::Nothing,
            Additional::Node(node) => Additional::Node(child(node)),
        }
    }

    /// Returns the node, if there is one.
    pub fn node(&self) -> Option<&C> {
        match self {
            Additional::Node(node) => Some(node),
            Additional::Unsaid | Additional::Anything | Additional::Nothing => None,
        }
    }
}
