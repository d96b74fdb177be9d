//! Type aliases for nodes with the rules of the engine.

use super::rules::Rules;
use crate::compiled;
pub(super) use crate::compiled::NodeId;

/// The merged schemas of a value.
pub(super) type Node = compiled::Node<NodeId, Rules>;

/// A property of an object.
pub(super) type Property = compiled::Property<NodeId>;

/// The schema of undeclared properties.
pub(super) type Additional = compiled::Additional<NodeId>;

/// The compiled nodes of a validator.
pub(super) type Compiled = compiled::Compiled<Rules>;
