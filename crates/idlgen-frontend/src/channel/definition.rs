//! A channel as the settings define it.

use std::collections::BTreeSet;

/// A channel: its enabled gates, and the kinds and versions in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Channel {
    /// The name, which is also the name of an enabled gate.
    pub name: String,
    /// The other enabled gates.
    pub gates: BTreeSet<String>,
    /// The kinds of the requested packages in the channel. Empty for all kinds.
    pub kinds: Vec<String>,
    /// Patterns of versions that are not served, with `*` for any characters: `*alpha*`.
    pub unserved_versions: Vec<String>,
}

impl Channel {
    /// Returns `true` if a gate is enabled.
    pub fn is_on(&self, gate: &str) -> bool {
        gate == self.name || self.gates.contains(gate)
    }
}
