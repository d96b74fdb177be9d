//! Functions on lists (version 3 of the library).

use super::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(34, "@sortByAssociatedKeys", "list_int_sortByAssociatedKeys", "list(T), list(int)", "list(T)"),
    member(34, "@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys", "list(T), list(uint)", "list(T)"),
    member(34, "@sortByAssociatedKeys", "list_double_sortByAssociatedKeys", "list(T), list(double)", "list(T)"),
    member(34, "@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys", "list(T), list(bool)", "list(T)"),
    member(
        34,
        "@sortByAssociatedKeys",
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "list(T), list(duration)",
        "list(T)",
    ),
    member(
        34,
        "@sortByAssociatedKeys",
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "list(T), list(timestamp)",
        "list(T)",
    ),
    member(34, "@sortByAssociatedKeys", "list_string_sortByAssociatedKeys", "list(T), list(string)", "list(T)"),
    member(34, "@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys", "list(T), list(bytes)", "list(T)"),
    member(34, "distinct", "list_distinct", "list(T)", "list(T)"),
    member(34, "flatten", "list_flatten", "list(list(T))", "list(T)"),
    member(34, "flatten", "list_flatten_int", "list(dyn), int", "list(dyn)"),
    global(34, "lists.range", "lists_range", "int", "list(int)"),
    member(34, "reverse", "list_reverse", "list(T)", "list(T)"),
    member(34, "slice", "list_slice", "list(T), int, int", "list(T)"),
    member(34, "sort", "list_int_sort", "list(int)", "list(int)"),
    member(34, "sort", "list_uint_sort", "list(uint)", "list(uint)"),
    member(34, "sort", "list_double_sort", "list(double)", "list(double)"),
    member(34, "sort", "list_bool_sort", "list(bool)", "list(bool)"),
    member(34, "sort", "list_google.protobuf.Duration_sort", "list(duration)", "list(duration)"),
    member(34, "sort", "list_google.protobuf.Timestamp_sort", "list(timestamp)", "list(timestamp)"),
    member(34, "sort", "list_string_sort", "list(string)", "list(string)"),
    member(34, "sort", "list_bytes_sort", "list(bytes)", "list(bytes)"),
];
