//! The cost of calls of cel-go's libraries of sets and lists, which price themselves.

use super::call::CallEstimate;
use super::{CostEstimate, Estimator, LIST, Operand, SizeEstimate, TRAVERSAL};

impl<'a> Estimator<'a> {
    pub(super) fn extension_call(
        &self,
        overload: &str,
        target: Option<&Operand<'a>>,
        arguments: &[Operand<'a>],
    ) -> Option<CallEstimate> {
        match (overload, target, arguments) {
            (
                "list_sets_contains_list" | "list_sets_intersects_list" | "list_sets_equivalent_list",
                _,
                [left, right],
            ) => {
                let factor = if overload == "list_sets_equivalent_list" { 2.0 } else { 1.0 };
                let cost = self.operand_size(left).times(self.operand_size(right)).cost(factor);
                Some(CallEstimate::of(cost + CostEstimate::fixed(1)))
            }
            ("list_slice", Some(list), [start, end]) => {
                let size = self.operand_size(list);
                let (start, end) = (self.index(start, 0), self.index(end, size.max));
                Some(list_call(1.0, SizeEstimate::fixed(end.wrapping_sub(start))))
            }
            ("lists_range", None, [count]) => Some(list_call(1.0, SizeEstimate::fixed(self.index(count, u64::MAX)))),
            ("list_reverse", Some(list), []) => Some(list_call(1.0, self.operand_size(list))),
            ("list_flatten" | "list_flatten_int", Some(list), [] | [_]) => {
                let depth = arguments.first().map_or(1, |depth| self.index(depth, u64::MAX));
                Some(list_call(depth as f64, self.operand_size(list)))
            }
            ("list_distinct", Some(list), []) => Some(compared(self.operand_size(list), 2.0)),
            (overload, Some(list), []) => {
                let element = overload.strip_prefix("list_")?.strip_suffix("_sort")?;
                Some(compared(self.operand_size(list), factor(element)))
            }
            (overload, Some(_), [keys]) => {
                let element = overload.strip_prefix("list_")?.strip_suffix("_sortByAssociatedKeys")?;
                Some(compared(self.operand_size(keys), factor(element)))
            }
            _ => None,
        }
    }

    /// The value of a literal, at least zero.
    fn index(&self, operand: &Operand<'_>, otherwise: u64) -> u64 {
        self.int(operand).map_or(otherwise, |value| value.max(0) as u64)
    }
}

/// What comparing elements of that type costs.
fn factor(element: &str) -> f64 {
    if matches!(element, "string" | "bytes") { 2.0 + TRAVERSAL } else { 2.0 }
}

/// Each element is compared with each.
fn compared(size: SizeEstimate, factor: f64) -> CallEstimate {
    list_call(factor, size.times(size))
}

/// A call that makes a list.
fn list_call(factor: f64, size: SizeEstimate) -> CallEstimate {
    CallEstimate::of(size.cost(factor) + CostEstimate::fixed(1 + LIST)).with_result(size)
}
