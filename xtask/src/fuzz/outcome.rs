//! The result of an input.

/// The result of an input, for the summary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Rejected.
    Refused,
    Accepted,
}
