//! What calls cost without their arguments: the form of a row's estimate, and the estimates that several libraries
//! share.

use crate::types::Type;

use super::call::Call;
use super::{CostEstimate, SizeEstimate, TRAVERSAL};

/// What calls of an overload cost: a column of the libraries' tables.
pub(crate) type Estimate = for<'c, 'a> fn(&mut Call<'c, 'a>) -> CallEstimate;

/// What a call costs, and how large its result is, if that is known.
pub(crate) struct CallEstimate {
    pub(super) cost: CostEstimate,
    /// Whether the cost of the arguments is in it, as not all of them need be evaluated.
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

/// 1
pub(crate) fn one(_: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::fixed(1)
}

/// A look at each character of a text.
pub(crate) fn traversal(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(call.size(0).cost(TRAVERSAL))
}

/// A look at each character of a text; the result is no larger.
pub(crate) fn text(call: &mut Call<'_, '_>) -> CallEstimate {
    traversal(call).with_result(call.size(0))
}

/// A look at each element of a list, and each character of its elements. (What is not known to be a list may be text.)
pub(crate) fn list_traversal(call: &mut Call<'_, '_>) -> CallEstimate {
    elements(call).unwrap_or_else(|| traversal(call))
}

/// A look at each element of what is known to be a list.
pub(crate) fn elements(call: &mut Call<'_, '_>) -> Option<CallEstimate> {
    let one = CostEstimate::fixed(1);
    let each = match element(call.type_of(0))? {
        Type::String | Type::Bytes => one + call.element_size(0).cost(TRAVERSAL),
        _ => one,
    };
    Some(CallEstimate::of(call.size(0).times_cost(each)))
}

/// The type of the elements of a list.
pub(crate) fn element(list: &Type) -> Option<&Type> {
    match list {
        Type::List(element) => Some(element),
        Type::Map(entry) => Some(&entry.0),
        Type::Opaque(_, parameters) => parameters.first(),
        Type::Type(Some(of)) => Some(of),
        _ => None,
    }
}

/// A comparison of two values as text.
pub(crate) fn smaller(call: &mut Call<'_, '_>) -> CallEstimate {
    let max = call.known_size(0).max.min(call.known_size(1).max);
    CallEstimate::of(CostEstimate { min: u64::from(max > 0), max }.scaled(TRAVERSAL))
}
