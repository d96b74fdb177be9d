//! Ranges of sizes and costs with saturating arithmetic.

use std::ops::Add;

/// The minimum and maximum size of a value in characters, bytes, elements or entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SizeEstimate {
    /// The minimum, in the cost units of the API server.
    pub min: u64,
    /// The maximum, or [`u64::MAX`] if unknown.
    pub max: u64,
}

/// The minimum and maximum cost of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CostEstimate {
    /// The minimum, in the cost units of the API server.
    pub min: u64,
    /// The maximum, or [`u64::MAX`] without an upper bound.
    pub max: u64,
}

/// Returns `value * factor`, rounded up.
fn scale(value: u64, factor: f64) -> u64 {
    // A float out of range saturates.
    (value as f64 * factor).ceil() as u64
}

impl SizeEstimate {
    pub(crate) const UNKNOWN: Self = Self { min: 0, max: u64::MAX };

    pub(crate) const fn fixed(size: u64) -> Self {
        Self { min: size, max: size }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// Returns the cost of traversing the value, at `factor` per unit.
    pub(crate) fn cost(self, factor: f64) -> CostEstimate {
        CostEstimate { min: scale(self.min, factor), max: scale(self.max, factor) }
    }

    /// Returns the cost of an operation for each unit.
    pub(crate) fn times_cost(self, cost: CostEstimate) -> CostEstimate {
        CostEstimate { min: self.min.saturating_mul(cost.min), max: self.max.saturating_mul(cost.max) }
    }
}

impl Add for SizeEstimate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }
}

impl CostEstimate {
    pub(crate) const fn fixed(cost: u64) -> Self {
        Self { min: cost, max: cost }
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self { min: scale(self.min, factor), max: scale(self.max, factor) }
    }
}

impl Add for CostEstimate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stops_at_the_largest() {
        assert_eq!(scale(u64::MAX, 0.25), 1 << 62);
        assert_eq!(scale(u64::MAX, 2.0), u64::MAX);
        assert_eq!(scale(11, 0.1), 2);
        assert_eq!(SizeEstimate::UNKNOWN + SizeEstimate::fixed(1), SizeEstimate { min: 1, max: u64::MAX });
    }
}
