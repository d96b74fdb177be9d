//! Optional values.

use super::declaration::{Declaration, global, member};

/// The function of `a.?b`.
pub(crate) const SELECT_OPTIONAL_FIELD: Declaration =
    global(28, "_?._", "select_optional_field", "dyn, string", "optional_type(V)");

pub(super) const DECLARATIONS: &[Declaration] = &[
    SELECT_OPTIONAL_FIELD,
    global(28, "_[?_]", "list_optindex_optional_int", "list(V), int", "optional_type(V)"),
    global(28, "_[?_]", "optional_list_optindex_optional_int", "optional_type(list(V)), int", "optional_type(V)"),
    global(28, "_[?_]", "map_optindex_optional_value", "map(K, V), K", "optional_type(V)"),
    global(28, "_[?_]", "optional_map_optindex_optional_value", "optional_type(map(K, V)), K", "optional_type(V)"),
    global(28, "_[_]", "optional_list_index_int", "optional_type(list(V)), int", "optional_type(V)"),
    global(28, "_[_]", "optional_map_index_value", "optional_type(map(K, V)), K", "optional_type(V)"),
    member(28, "first", "list_first", "list(V)", "optional_type(V)"),
    member(28, "hasValue", "optional_hasValue", "optional_type(V)", "bool"),
    member(28, "last", "list_last", "list(V)", "optional_type(V)"),
    global(28, "optional.none", "optional_none", "", "optional_type(V)"),
    global(28, "optional.of", "optional_of", "V", "optional_type(V)"),
    global(28, "optional.ofNonZeroValue", "optional_ofNonZeroValue", "V", "optional_type(V)"),
    global(28, "optional.unwrap", "optional_unwrap", "list(optional_type(V))", "list(V)"),
    member(28, "or", "optional_or_optional", "optional_type(V), optional_type(V)", "optional_type(V)"),
    member(28, "orValue", "optional_orValue_value", "optional_type(V), V", "V"),
    member(28, "unwrapOpt", "optional_unwrapOpt", "list(optional_type(V))", "list(V)"),
    member(28, "value", "optional_value", "optional_type(V)", "V"),
];
