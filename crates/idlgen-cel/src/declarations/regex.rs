//! Matches of regular expressions.

use super::{Declaration, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "find", "string_find_string", "string, string", "string"),
    member(1, "findAll", "string_find_all_string", "string, string", "list(string)"),
    member(1, "findAll", "string_find_all_string_int", "string, string, int", "list(string)"),
];
