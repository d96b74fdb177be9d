//! An upper bound of the cost of a rule.

use std::cell::Cell;

/// An upper bound of the cost of a rule, in the unit of [`CostTracker`](crate::cel::CostTracker). Closures share it.
#[derive(Debug, Default)]
pub struct Cost(Cell<u64>);

impl Cost {
    /// Starts with the cost of the operations that run at most once.
    #[inline]
    pub const fn new(base: u64) -> Self {
        Cost(Cell::new(base))
    }

    /// Returns the bound.
    #[inline]
    pub fn get(&self) -> u64 {
        self.0.get()
    }

    /// Adds to the bound.
    #[inline]
    pub fn add(&self, cost: u64) {
        self.0.set(self.0.get().saturating_add(cost));
    }

    /// Adds the cost of traversing this many characters or elements.
    #[inline]
    pub fn traverse(&self, size: usize) {
        // Faster than `div_ceil`. No object in memory is so large that this overflows.
        self.add((size as u64).wrapping_add(9) / 10);
    }
}
