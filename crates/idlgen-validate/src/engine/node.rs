//! A node with the rules that the engine runs.

use super::rules::Rules;
use crate::compiled;
pub(super) use crate::compiled::NodeId;

/// All that applies to one value.
pub(super) type Node = compiled::Node<NodeId, Rules>;

/// A property of an object.
pub(super) type Property = compiled::Property<NodeId>;

/// What the properties that are not declared may be.
pub(super) type Additional = compiled::Additional<NodeId>;
