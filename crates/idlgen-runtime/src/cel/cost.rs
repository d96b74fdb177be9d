//! What an evaluation costs (`CostTracker` of cel-go's interpreter).

mod price;

pub(super) use price::{LIST, MAP, OBJECT, Price, characters, equality, held_size, search, size};

use super::{ErrorKind, EvaluationError};

/// Counts the cost of an evaluation and ends it beyond a limit.
///
/// The unit is the API server's: about what it takes to look one field up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostTracker {
    cost: u64,
    limit: u64,
}

impl CostTracker {
    /// The most that one rule may cost in an API server.
    pub const PER_CALL_LIMIT: u64 = 1_000_000;

    /// Ends the evaluation when it has cost more than `limit`.
    pub const fn with_limit(limit: u64) -> Self {
        Self { cost: 0, limit }
    }

    /// Counts without limit.
    pub const fn unlimited() -> Self {
        Self::with_limit(u64::MAX)
    }

    /// What was counted so far.
    pub const fn cost(&self) -> u64 {
        self.cost
    }

    /// Counts; an error if that is beyond the limit. Nothing absorbs this error: the evaluation is over.
    #[inline]
    pub(super) fn charge(&mut self, cost: u64) -> Result<(), EvaluationError> {
        let cost = self.cost.saturating_add(cost);
        if cost > self.limit {
            return Err(self.exceed(cost));
        }
        self.cost = cost;
        Ok(())
    }

    /// As [`charge`](Self::charge), wrapping around as upstream does: a cost below zero takes from the sum.
    pub(super) fn charge_wrapping(&mut self, cost: u64) -> Result<(), EvaluationError> {
        let sum = self.cost.wrapping_add(cost);
        if sum > self.limit {
            return Err(self.exceed(sum));
        }
        self.cost = sum;
        Ok(())
    }

    /// What comes after the limit is no longer counted: upstream, the evaluation ends there and then.
    #[cold]
    fn exceed(&mut self, cost: u64) -> EvaluationError {
        if self.cost <= self.limit {
            self.cost = cost;
        }
        ErrorKind::CostLimitExceeded.into()
    }
}

impl Default for CostTracker {
    /// With the limit of an API server.
    fn default() -> Self {
        Self::with_limit(Self::PER_CALL_LIMIT)
    }
}
