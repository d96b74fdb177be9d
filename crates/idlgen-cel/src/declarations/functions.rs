//! The named functions of the standard library.

use super::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "contains", "contains_string", "string, string", "bool"),
    member(1, "endsWith", "ends_with_string", "string, string", "bool"),
    global(1, "matches", "matches", "string, string", "bool"),
    member(1, "matches", "matches_string", "string, string", "bool"),
    global(1, "size", "size_bytes", "bytes", "int"),
    member(1, "size", "bytes_size", "bytes", "int"),
    global(1, "size", "size_list", "list(A)", "int"),
    member(1, "size", "list_size", "list(A)", "int"),
    global(1, "size", "size_map", "map(A, B)", "int"),
    member(1, "size", "map_size", "map(A, B)", "int"),
    global(1, "size", "size_string", "string", "int"),
    member(1, "size", "string_size", "string", "int"),
    member(1, "startsWith", "starts_with_string", "string, string", "bool"),
];
