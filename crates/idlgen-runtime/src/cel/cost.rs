//! Evaluation cost (`CostTracker` of cel-go's interpreter).

mod call_cost;

pub(super) use call_cost::{CallCost, LIST, MAP, OBJECT, characters, content_size, equality, search, size};

use super::{ErrorKind, EvaluationError};

/// Counts the cost of an evaluation and stops it at a limit.
///
/// The unit is that of the API server: roughly the cost of one field access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostTracker {
    cost: u64,
    limit: u64,
}

impl CostTracker {
    /// Cost limit of one rule in an API server.
    pub const PER_CALL_LIMIT: u64 = 1_000_000;

    /// Creates a tracker that stops the evaluation when its cost exceeds `limit`.
    pub const fn with_limit(limit: u64) -> Self {
        Self { cost: 0, limit }
    }

    /// Creates a tracker without a limit.
    pub const fn unlimited() -> Self {
        Self::with_limit(u64::MAX)
    }

    /// Returns the cost so far.
    pub const fn cost(&self) -> u64 {
        self.cost
    }

    /// Adds to the cost. Returns an error if the cost exceeds the limit. No operator absorbs this error.
    #[inline]
    pub(super) fn charge(&mut self, cost: u64) -> Result<(), EvaluationError> {
        let cost = self.cost.saturating_add(cost);
        if cost > self.limit {
            return Err(self.exceed(cost));
        }
        self.cost = cost;
        Ok(())
    }

    /// Adds to the cost like [`charge`](Self::charge), but wraps on overflow like cel-go, so a negative cost reduces
    /// the sum.
    pub(super) fn charge_wrapping(&mut self, cost: u64) -> Result<(), EvaluationError> {
        let sum = self.cost.wrapping_add(cost);
        if sum > self.limit {
            return Err(self.exceed(sum));
        }
        self.cost = sum;
        Ok(())
    }

    /// Records that the cost exceeds the limit. Later costs are not added because cel-go stops the evaluation
    /// immediately.
    #[cold]
    fn exceed(&mut self, cost: u64) -> EvaluationError {
        if self.cost <= self.limit {
            self.cost = cost;
        }
        ErrorKind::CostLimitExceeded.into()
    }
}

impl Default for CostTracker {
    /// Creates a tracker with the limit of an API server.
    fn default() -> Self {
        Self::with_limit(Self::PER_CALL_LIMIT)
    }
}
