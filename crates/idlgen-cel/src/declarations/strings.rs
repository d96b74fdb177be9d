//! Functions on strings (version 0 of the library before 1.29, version 2 since).

use super::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "charAt", "string_char_at_int", "string, int", "string"),
    member(1, "indexOf", "string_index_of_string", "string, string", "int"),
    member(1, "indexOf", "string_index_of_string_int", "string, string, int", "int"),
    member(1, "join", "list_join", "list(string)", "string"),
    member(1, "join", "list_join_string", "list(string), string", "string"),
    member(1, "lastIndexOf", "string_last_index_of_string", "string, string", "int"),
    member(1, "lastIndexOf", "string_last_index_of_string_int", "string, string, int", "int"),
    member(1, "lowerAscii", "string_lower_ascii", "string", "string"),
    member(1, "replace", "string_replace_string_string", "string, string, string", "string"),
    member(1, "replace", "string_replace_string_string_int", "string, string, string, int", "string"),
    member(1, "split", "string_split_string", "string, string", "list(string)"),
    member(1, "split", "string_split_string_int", "string, string, int", "list(string)"),
    member(1, "substring", "string_substring_int", "string, int", "string"),
    member(1, "substring", "string_substring_int_int", "string, int, int", "string"),
    member(1, "trim", "string_trim", "string", "string"),
    member(1, "upperAscii", "string_upper_ascii", "string", "string"),
    member(29, "format", "string_format", "string, list(dyn)", "string"),
    global(29, "strings.quote", "strings_quote", "string", "string"),
];
