//! Regular expressions.

use crate::cost::{Call, CallEstimate, REGEX, SizeEstimate, TRAVERSAL};

use super::declaration::{Declaration, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "find", "string_find_string", "string, string", "string").estimated(find),
    member(1, "findAll", "string_find_all_string", "string, string", "list(string)").estimated(find),
    member(1, "findAll", "string_find_all_string_int", "string, string, int", "list(string)").estimated(find),
];

fn find(call: &mut Call<'_, '_>) -> CallEstimate {
    let size = call.size(0);
    let cost = (size + SizeEstimate::fixed(1)).cost(TRAVERSAL).times(call.size(1).cost(REGEX));
    CallEstimate::of(cost).with_result(SizeEstimate { min: 0, max: size.max })
}
