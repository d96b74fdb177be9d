//! Applies a channel to the model: removes declarations of disabled feature gates, adds those that only apply in the
//! channel, and removes passages for other channels from descriptions.
//!
//! A stage between resolve and check: all back ends, the lints and `validate` use the model of the channel. The
//! notations for feature gates are parsed together with tags; this stage only parses the passages of gateway-api, which
//! are prose.

pub mod codes;
mod declarations;
mod definition;
mod names;
mod passages;
mod tags;

pub use definition::Channel;

use crate::{diag::Diagnostic, model::Model};

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
