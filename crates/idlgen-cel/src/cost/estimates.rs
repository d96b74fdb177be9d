//! Call costs without arguments: the type of an estimate, and the estimates that several libraries share.

use crate::types::Type;

use super::call::Call;
use super::{CostEstimate, SizeEstimate, TRAVERSAL};

/// The function that estimates the cost of an overload. The declaration tables contain one per overload.
pub(crate) type Estimate = for<'c, 'a> fn(&mut Call<'c, 'a>) -> CallEstimate;

/// The cost of a call, and the size of its result, if known.
pub(crate) struct CallEstimate {
    pub(super) cost: CostEstimate,
    /// `true` if the cost includes that of the arguments, because not all of them need to be evaluated.
    pub(super) has_arguments: bool,
    pub(super) result: Option<SizeEstimate>,
}

impl CallEstimate {
    pub(crate) fn fixed(cost: u64) -> Self {
        Self::of(CostEstimate::fixed(cost))
    }

    pub(crate) fn of(cost: CostEstimate) -> Self {
        Self { cost, has_arguments: false, result: None }
    }

    pub(crate) fn with_arguments(cost: CostEstimate) -> Self {
        Self { has_arguments: true, ..Self::of(cost) }
    }

    pub(crate) fn with_result(self, size: SizeEstimate) -> Self {
        Self { result: Some(size), ..self }
    }
}

/// Estimates a cost of 1.
pub(crate) fn one(_: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::fixed(1)
}

/// Estimates the cost of traversing a string.
pub(crate) fn traversal(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(call.size(0).cost(TRAVERSAL))
}

/// Estimates the cost of traversing a string, for a function whose result is at most as long.
pub(crate) fn text(call: &mut Call<'_, '_>) -> CallEstimate {
    traversal(call).with_result(call.size(0))
}

/// Estimates the cost of traversing a list and its elements. An operand that is not known to be a list is treated as a
/// string.
pub(crate) fn list_traversal(call: &mut Call<'_, '_>) -> CallEstimate {
    elements(call).unwrap_or_else(|| traversal(call))
}

/// Estimates the cost of traversing the elements of an operand. Returns `None` if its type does not declare elements.
pub(crate) fn elements(call: &mut Call<'_, '_>) -> Option<CallEstimate> {
    let one = CostEstimate::fixed(1);
    let each = match element(call.type_of(0))? {
        Type::String | Type::Bytes => one + call.element_size(0).cost(TRAVERSAL),
        _ => one,
    };
    Some(CallEstimate::of(call.size(0).times_cost(each)))
}

pub(crate) fn element(list: &Type) -> Option<&Type> {
    if let Type::List(element) = list { Some(element) } else { None }
}

/// Estimates the cost of comparing two values: the traversal of the smaller one.
pub(crate) fn smaller(call: &mut Call<'_, '_>) -> CallEstimate {
    let max = call.known_size(0).max.min(call.known_size(1).max);
    CallEstimate::of(CostEstimate { min: u64::from(max > 0), max }.scaled(TRAVERSAL))
}
