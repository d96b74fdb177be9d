//! List functions of Kubernetes.

use crate::cost::{Call, CallEstimate, CostEstimate, elements, list_traversal};

use super::declaration::{Declaration, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "indexOf", "list_a_index_of_int", "list(A), A", "int").estimated(list_traversal),
    member(1, "isSorted", "list_int_is_sorted_bool", "list(int)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_uint_is_sorted_bool", "list(uint)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_double_is_sorted_bool", "list(double)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_bool_is_sorted_bool", "list(bool)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_duration_is_sorted_bool", "list(duration)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_timestamp_is_sorted_bool", "list(timestamp)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_string_is_sorted_bool", "list(string)", "bool").estimated(list_traversal),
    member(1, "isSorted", "list_bytes_is_sorted_bool", "list(bytes)", "bool").estimated(list_traversal),
    member(1, "lastIndexOf", "list_a_last_index_of_int", "list(A), A", "int").estimated(list_traversal),
    member(1, "max", "list_int_max_int", "list(int)", "int").estimated(list_traversal),
    member(1, "max", "list_uint_max_uint", "list(uint)", "uint").estimated(list_traversal),
    member(1, "max", "list_double_max_double", "list(double)", "double").estimated(list_traversal),
    member(1, "max", "list_bool_max_bool", "list(bool)", "bool").estimated(list_traversal),
    member(1, "max", "list_duration_max_duration", "list(duration)", "duration").estimated(list_traversal),
    member(1, "max", "list_timestamp_max_timestamp", "list(timestamp)", "timestamp").estimated(list_traversal),
    member(1, "max", "list_string_max_string", "list(string)", "string").estimated(list_traversal),
    member(1, "max", "list_bytes_max_bytes", "list(bytes)", "bytes").estimated(list_traversal),
    member(1, "min", "list_int_min_int", "list(int)", "int").estimated(list_traversal),
    member(1, "min", "list_uint_min_uint", "list(uint)", "uint").estimated(list_traversal),
    member(1, "min", "list_double_min_double", "list(double)", "double").estimated(list_traversal),
    member(1, "min", "list_bool_min_bool", "list(bool)", "bool").estimated(list_traversal),
    member(1, "min", "list_duration_min_duration", "list(duration)", "duration").estimated(list_traversal),
    member(1, "min", "list_timestamp_min_timestamp", "list(timestamp)", "timestamp").estimated(list_traversal),
    member(1, "min", "list_string_min_string", "list(string)", "string").estimated(list_traversal),
    member(1, "min", "list_bytes_min_bytes", "list(bytes)", "bytes").estimated(list_traversal),
    member(1, "sum", "list_int_sum_int", "list(int)", "int").estimated(list_traversal),
    member(1, "sum", "list_uint_sum_uint", "list(uint)", "uint").estimated(list_traversal),
    member(1, "sum", "list_double_sum_double", "list(double)", "double").estimated(list_traversal),
    member(1, "sum", "list_duration_sum_duration", "list(duration)", "duration").estimated(list_traversal),
    member(37, "includes", "list_includes_dyn_dyn", "dyn, dyn", "bool").estimated(includes),
];

/// Estimates the cost of `includes`. An operand that is a single value costs as much as a list with one element.
fn includes(call: &mut Call<'_, '_>) -> CallEstimate {
    elements(call).unwrap_or_else(|| CallEstimate::of(call.size(0).times_cost(CostEstimate::fixed(1))))
}
