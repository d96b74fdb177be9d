//! docs/speed.toml.

use serde::{Deserialize, Serialize};

/// docs/speed.toml.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Results {
    #[serde(default)]
    pub(super) result: Vec<Measurement>,
}

/// The comparison of one task.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measurement {
    /// `CustomResourceDefinitions of …`.
    pub(super) task: String,
    /// `controller-gen`.
    pub(super) peer: String,
    /// `v0.22.0`.
    pub(super) version: String,
    /// The CPU time of the peer divided by that of idlgen: the median of the rounds.
    pub(super) ratio: f64,
    /// The smallest and the largest ratio of a round.
    pub(super) range: [f64; 2],
    pub(super) rounds: usize,
}
