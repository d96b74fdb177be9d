//! Expanded definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::schema::Properties;

/// The expanded definitions by name.
pub(super) type ExpandedDefinitions = BTreeMap<String, ExpandedDefinition>;

/// The expanded properties of a definition, and their sizes.
#[derive(Clone, Debug)]
pub(super) struct ExpandedDefinition {
    pub(super) properties: Properties,
    /// Number of nodes in the properties.
    pub(super) nodes: usize,
    /// Number of levels between the definition and its deepest node.
    pub(super) height: usize,
    /// The names of the definitions that it references, directly or indirectly.
    pub(super) met: BTreeSet<String>,
}
