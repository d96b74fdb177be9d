//! Lists as sets.

use crate::cost::{Call, CallEstimate, CostEstimate};

use super::declaration::{Declaration, global};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(29, "sets.contains", "list_sets_contains_list", "list(T), list(T)", "bool")
        .estimated(|call| pairs(call, 1.0)),
    global(29, "sets.equivalent", "list_sets_equivalent_list", "list(T), list(T)", "bool")
        .estimated(|call| pairs(call, 2.0)),
    global(29, "sets.intersects", "list_sets_intersects_list", "list(T), list(T)", "bool")
        .estimated(|call| pairs(call, 1.0)),
];

/// Returns the cost of comparing each element of the first list with each of the second, at `factor` per pair.
fn pairs(call: &mut Call<'_, '_>, factor: f64) -> CallEstimate {
    CallEstimate::of(call.size(0).times(call.size(1)).cost(factor) + CostEstimate::fixed(1))
}
