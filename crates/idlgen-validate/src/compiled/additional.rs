//! `additionalProperties`.

use crate::{Schema, schema::AdditionalProperties};

/// What the properties that are not declared may be, and elements behind those that have a schema of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Additional<C> {
    /// Nothing is said.
    #[default]
    Unsaid,
    /// Anything.
    Anything,
    /// They must not be.
    Nothing,
    /// What this node says.
    Node(C),
}

impl<'s> Additional<Vec<&'s Schema>> {
    /// What all parts say together: one that refuses is enough, schemas apply together.
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
    /// The same with another node.
    pub(crate) fn map<D>(self, child: impl FnOnce(C) -> D) -> Additional<D> {
        match self {
            Additional::Unsaid => Additional::Unsaid,
            Additional::Anything => Additional::Anything,
            Additional::Nothing => Additional::Nothing,
            Additional::Node(node) => Additional::Node(child(node)),
        }
    }

    /// The node, if there is one.
    pub fn node(&self) -> Option<&C> {
        match self {
            Additional::Node(node) => Some(node),
            Additional::Unsaid | Additional::Anything | Additional::Nothing => None,
        }
    }
}
