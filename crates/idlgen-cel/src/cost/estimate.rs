//! Ranges of sizes and costs. All arithmetic stops at the largest number.

use std::ops::Add;

/// The least and the largest size of a value: characters, bytes, elements or entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SizeEstimate {
    /// The least.
    pub min: u64,
    /// The largest; [`u64::MAX`] if nothing is known.
    pub max: u64,
}

/// The least and the most that something costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CostEstimate {
    /// The least.
    pub min: u64,
    /// The most; [`u64::MAX`] if there is no bound.
    pub max: u64,
}

/// `value * factor`, rounded up.
fn scale(value: u64, factor: f64) -> u64 {
    // A float above the range becomes the largest number.
    (value as f64 * factor).ceil() as u64
}

impl SizeEstimate {
    /// Nothing is known.
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

    /// The cost of going over it, at `factor` for each.
    pub(crate) fn cost(self, factor: f64) -> CostEstimate {
        CostEstimate { min: scale(self.min, factor), max: scale(self.max, factor) }
    }

    /// The cost of doing something for each.
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
