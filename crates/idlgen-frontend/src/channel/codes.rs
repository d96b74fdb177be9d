//! Codes 0280-0289: channels and feature gates.

use crate::diag::{Code, explained};

/// `unknown-channel`: the selected channel does not exist.
pub const UNKNOWN_CHANNEL: Code = explained!(280, "unknown-channel", Error, "The selected channel does not exist.");

/// `gate-of-no-channel`: a declaration depends on a feature gate that no channel enables.
pub const GATE_OF_NO_CHANNEL: Code =
    explained!(281, "gate-of-no-channel", Warning, "A declaration depends on a feature gate that no channel enables.");

/// `nothing-of-channel`: a channel names a gate or kind that the packages do not have.
pub const NOTHING_OF_CHANNEL: Code = explained!(
    282,
    "nothing-of-channel",
    Warning,
    "A channel lists a feature gate or kind that the packages do not use."
);

/// All codes of this module.
pub const ALL: &[Code] = &[UNKNOWN_CHANNEL, GATE_OF_NO_CHANNEL, NOTHING_OF_CHANNEL];
