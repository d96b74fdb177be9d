//! The precomputed results for the values of a node.

use crate::{compiled::ValueTypes, engine::node::NodeId};

/// The precomputed results for a value of a node, and the node that validates it otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The value types that are always valid.
    pub(super) right: ValueTypes,
    /// The value types that are always invalid.
    pub(super) wrong: ValueTypes,
    /// `true` if duplicates in lists are errors. They are not in branches.
    pub(super) finds_duplicates: bool,
    /// Number of nodes between the value and the target node, at most [`MOST_LEVELS`](super::at_once::MOST_LEVELS).
    pub(super) levels: u16,
    /// Maximum number of steps that the full walk takes to determine that a value is always valid or invalid.
    pub(super) steps: u16,
    /// The target node, which validates all other values.
    pub(super) node: NodeId,
}
