//! Functions in the expansion of macros with two variables.

use super::declaration::{Declaration, global};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(32, "cel.@mapInsert", "@mapInsert_map_key_value", "map(K, V), K, V", "map(K, V)"),
    global(32, "cel.@mapInsert", "@mapInsert_map_map", "map(K, V), map(K, V)", "map(K, V)"),
];
