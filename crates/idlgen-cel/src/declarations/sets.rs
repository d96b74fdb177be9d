//! Lists as sets.

use super::{Declaration, global};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(29, "sets.contains", "list_sets_contains_list", "list(T), list(T)", "bool"),
    global(29, "sets.equivalent", "list_sets_equivalent_list", "list(T), list(T)", "bool"),
    global(29, "sets.intersects", "list_sets_intersects_list", "list(T), list(T)", "bool"),
];
