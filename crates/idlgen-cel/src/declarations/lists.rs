//! List functions (version 3 of the library).

use crate::cost::{Call, CallEstimate, CostEstimate, LIST, SizeEstimate, TRAVERSAL};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(34, "@sortByAssociatedKeys", "list_int_sortByAssociatedKeys", "list(T), list(int)", "list(T)")
        .estimated(|call| compared(2.0, call.size(1))),
    member(34, "@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys", "list(T), list(uint)", "list(T)")
        .estimated(|call| compared(2.0, call.size(1))),
    member(34, "@sortByAssociatedKeys", "list_double_sortByAssociatedKeys", "list(T), list(double)", "list(T)")
        .estimated(|call| compared(2.0, call.size(1))),
    member(34, "@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys", "list(T), list(bool)", "list(T)")
        .estimated(|call| compared(2.0, call.size(1))),
    member(
        34,
        "@sortByAssociatedKeys",
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "list(T), list(duration)",
        "list(T)",
    )
    .estimated(|call| compared(2.0, call.size(1))),
    member(
        34,
        "@sortByAssociatedKeys",
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "list(T), list(timestamp)",
        "list(T)",
    )
    .estimated(|call| compared(2.0, call.size(1))),
    member(34, "@sortByAssociatedKeys", "list_string_sortByAssociatedKeys", "list(T), list(string)", "list(T)")
        .estimated(|call| compared(TEXT, call.size(1))),
    member(34, "@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys", "list(T), list(bytes)", "list(T)")
        .estimated(|call| compared(TEXT, call.size(1))),
    member(34, "distinct", "list_distinct", "list(T)", "list(T)").estimated(|call| compared(2.0, call.size(0))),
    member(34, "flatten", "list_flatten", "list(list(T))", "list(T)").estimated(flatten),
    member(34, "flatten", "list_flatten_int", "list(dyn), int", "list(dyn)").estimated(flatten),
    global(34, "lists.range", "lists_range", "int", "list(int)").estimated(range),
    member(34, "reverse", "list_reverse", "list(T)", "list(T)").estimated(|call| list(1.0, call.size(0))),
    member(34, "slice", "list_slice", "list(T), int, int", "list(T)").estimated(slice),
    member(34, "sort", "list_int_sort", "list(int)", "list(int)").estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_uint_sort", "list(uint)", "list(uint)").estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_double_sort", "list(double)", "list(double)")
        .estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_bool_sort", "list(bool)", "list(bool)").estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_google.protobuf.Duration_sort", "list(duration)", "list(duration)")
        .estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_google.protobuf.Timestamp_sort", "list(timestamp)", "list(timestamp)")
        .estimated(|call| compared(2.0, call.size(0))),
    member(34, "sort", "list_string_sort", "list(string)", "list(string)")
        .estimated(|call| compared(TEXT, call.size(0))),
    member(34, "sort", "list_bytes_sort", "list(bytes)", "list(bytes)").estimated(|call| compared(TEXT, call.size(0))),
];

/// The cost factor of comparing two strings. Other values have the factor 2.
const TEXT: f64 = 2.0 + TRAVERSAL;

/// Estimates the cost of a call that creates a list.
fn list(factor: f64, size: SizeEstimate) -> CallEstimate {
    CallEstimate::of(size.cost(factor) + CostEstimate::fixed(1 + LIST)).with_result(size)
}

/// Estimates the cost of comparing each element with every other element.
fn compared(factor: f64, size: SizeEstimate) -> CallEstimate {
    list(factor, size.times(size))
}

/// Returns the value of an operand that is an integer literal, at least 0. Returns `otherwise` for other operands.
fn index(call: &Call<'_, '_>, operand: usize, otherwise: u64) -> u64 {
    call.int(operand).map_or(otherwise, |value| value.max(0) as u64)
}

fn slice(call: &mut Call<'_, '_>) -> CallEstimate {
    let (start, end) = (index(call, 1, 0), index(call, 2, call.size(0).max));
    list(1.0, SizeEstimate::fixed(end.wrapping_sub(start)))
}

fn range(call: &mut Call<'_, '_>) -> CallEstimate {
    list(1.0, SizeEstimate::fixed(index(call, 0, u64::MAX)))
}

fn flatten(call: &mut Call<'_, '_>) -> CallEstimate {
    let depth = if call.count() > 1 { index(call, 1, u64::MAX) } else { 1 };
    list(depth as f64, call.size(0))
}
