//! Applies a channel to the model: removes declarations of disabled feature gates, adds those that only apply in the
//! channel, and removes passages for other channels from descriptions.
//!
//! A stage between resolve and check: all back ends, the lints and `validate` use the model of the channel. The
//! notations for feature gates are parsed together with tags; this stage only parses the passages of gateway-api, which
//! are prose.

pub mod codes;
mod declarations;
mod names;
mod passages;
mod tags;

use std::collections::BTreeSet;

use crate::{diag::Diagnostic, model::Model};

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

/// Applies a channel to a model. `all` are the configured channels, if any.
///
/// Returns diagnostics about gates that no channel enables, and about names in the channel that the packages do not
/// have.
pub fn apply(model: &mut Model, channel: &Channel, all: &[Channel]) -> Vec<Diagnostic> {
    let diagnostics = names::check(model, channel, all);
    declarations::apply(model, channel);
    model.find_writers();
    model.find_embedded();
    diagnostics
}

#[cfg(test)]
mod tests;
