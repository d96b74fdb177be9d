//! `additionalProperties`.

use crate::{Schema, schema::AdditionalProperties};

/// The schema of undeclared properties, or of elements after those with a schema of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Additional<C> {
    /// Not specified.
    #[default]
    Unsaid,
    /// Allows any value.
    Anything,
    /// Allows no value.
    Nothing,
    /// Allows values of this node.
    Node(C),
}

impl<'s> Additional<Vec<&'s Schema>> {
    /// Merges the declarations of all parts: a single one that forbids values is sufficient; schemas all apply.
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
    /// Converts the node.
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
