//! The model as one channel has it: what depends on feature gates that are off there is left out, what counts only
//! there is put in, and descriptions lose the passages of others.
//!
//! A stage between resolve and check: every back end, the lints and `validate` see the model of the channel. The
//! notations that say what depends on which gate are read where tags are; this stage knows none of them but the
//! passages of gateway-api, which are prose.

pub mod codes;
mod declarations;
mod names;
mod passages;
mod tags;

use std::collections::BTreeSet;

use crate::{diag::Diagnostic, model::Model};

/// What a channel is: gates that are on, and which kinds and versions are in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Channel {
    /// Its name, which is the name of a gate that is on in it, too.
    pub name: String,
    /// The other gates that are on.
    pub gates: BTreeSet<String>,
    /// The only kinds of the requested packages that are in it; all if there are none.
    pub kinds: Vec<String>,
    /// Patterns of versions that are not served, with `*` for anything: `*alpha*`.
    pub unserved_versions: Vec<String>,
}

impl Channel {
    /// Whether a gate is on.
    pub fn is_on(&self, gate: &str) -> bool {
        gate == self.name || self.gates.contains(gate)
    }
}

/// Makes a model that of a channel. `all` are the channels that there are; none if none are listed.
///
/// Says which gates no channel turns on, and what a channel names that the packages have not.
pub fn apply(model: &mut Model, channel: &Channel, all: &[Channel]) -> Vec<Diagnostic> {
    let diagnostics = names::check(model, channel, all);
    declarations::apply(model, channel);
    model.find_writers();
    model.find_embedded();
    diagnostics
}

#[cfg(test)]
mod tests;
