//! The expressions for the result of a condition.

use super::condition::Condition;

/// The expressions for the result of a condition.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// True if the condition can be evaluated and is satisfied.
    pub(super) holds: Condition,
    /// True if the condition can be evaluated.
    pub(super) is_known: Condition,
}

impl Verdict {
    pub(super) fn of(holds: bool, is_known: bool) -> Self {
        Verdict { holds: Condition::of(holds), is_known: Condition::of(is_known) }
    }
}
