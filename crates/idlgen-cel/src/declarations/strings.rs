//! String functions (version 0 of the library before 1.29, version 2 since).

use crate::cost::{Call, CallEstimate, SizeEstimate, TRAVERSAL, element, list_traversal, text};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "charAt", "string_char_at_int", "string, int", "string"),
    member(1, "indexOf", "string_index_of_string", "string, string", "int").estimated(list_traversal),
    member(1, "indexOf", "string_index_of_string_int", "string, string, int", "int").estimated(list_traversal),
    member(1, "join", "list_join", "list(string)", "string").estimated(join),
    member(1, "join", "list_join_string", "list(string), string", "string").estimated(join),
    member(1, "lastIndexOf", "string_last_index_of_string", "string, string", "int").estimated(list_traversal),
    member(1, "lastIndexOf", "string_last_index_of_string_int", "string, string, int", "int").estimated(list_traversal),
    member(1, "lowerAscii", "string_lower_ascii", "string", "string").estimated(text),
    member(1, "replace", "string_replace_string_string", "string, string, string", "string").estimated(replace),
    member(1, "replace", "string_replace_string_string_int", "string, string, string, int", "string")
        .estimated(replace),
    member(1, "split", "string_split_string", "string, string", "list(string)").estimated(split),
    member(1, "split", "string_split_string_int", "string, string, int", "list(string)").estimated(split),
    member(1, "substring", "string_substring_int", "string, int", "string").estimated(text),
    member(1, "substring", "string_substring_int_int", "string, int, int", "string").estimated(text),
    member(1, "trim", "string_trim", "string", "string").estimated(text),
    member(1, "upperAscii", "string_upper_ascii", "string", "string").estimated(text),
    member(29, "format", "string_format", "string, list(dyn)", "string")
        .estimated(|call| CallEstimate::of(call.known_size(0).cost(TRAVERSAL))),
    global(29, "strings.quote", "strings_quote", "string", "string").estimated(quote),
];

fn quote(call: &mut Call<'_, '_>) -> CallEstimate {
    let size = call.known_size(0);
    let result = SizeEstimate { min: size.min.wrapping_add(2), max: size.max.wrapping_mul(2).wrapping_add(2) };
    CallEstimate::of(size.cost(TRAVERSAL)).with_result(result)
}

fn replace(call: &mut Call<'_, '_>) -> CallEstimate {
    let (size, old, new) = (call.size(0), call.size(1), call.size(2));
    let count = |size: u64, part: u64| (size as f64 / part as f64).ceil() as u64;
    let (most, kept_most) = if old.min == 0 {
        (size.max.saturating_add(1), size.max)
    } else if new.max <= old.min {
        (0, size.max)
    } else {
        (count(size.max, old.min), 0)
    };
    let (least, kept_least) = if old.max == 0 {
        (size.min.saturating_add(1), size.min)
    } else if old.max <= new.min {
        (0, size.min)
    } else {
        (count(size.min, old.max), 0)
    };
    let result = SizeEstimate { min: least, max: most }.times(new) + SizeEstimate { min: kept_least, max: kept_most };
    CallEstimate::of(size.cost(2.0 * TRAVERSAL)).with_result(result)
}

fn split(call: &mut Call<'_, '_>) -> CallEstimate {
    let size = call.size(0);
    let max = call.int(2).map_or(size.max, |limit| limit as u64);
    CallEstimate::of(size.cost(2.0 * TRAVERSAL)).with_result(SizeEstimate { min: 0, max })
}

fn join(call: &mut Call<'_, '_>) -> CallEstimate {
    let length = call.size(0);
    let is_list = element(call.type_of(0)).is_some();
    let mut size = if is_list { length.times(call.element_size(0)) } else { SizeEstimate::default() };
    if call.count() > 1 {
        let count = SizeEstimate { min: length.min.saturating_sub(1), max: length.max.saturating_sub(1) };
        size = size + call.size(1).times(count);
    }
    CallEstimate::of(size.cost(TRAVERSAL)).with_result(size)
}
