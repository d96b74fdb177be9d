//! The named functions of the standard library.

use crate::cost::{Call, CallEstimate, REGEX, SizeEstimate, TRAVERSAL};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "contains", "contains_string", "string, string", "bool").estimated(contains),
    member(1, "endsWith", "ends_with_string", "string, string", "bool").estimated(affix),
    global(1, "matches", "matches", "string, string", "bool").estimated(global_matches),
    member(1, "matches", "matches_string", "string, string", "bool").estimated(matches),
    global(1, "size", "size_bytes", "bytes", "int"),
    member(1, "size", "bytes_size", "bytes", "int"),
    global(1, "size", "size_list", "list(A)", "int"),
    member(1, "size", "list_size", "list(A)", "int"),
    global(1, "size", "size_map", "map(A, B)", "int"),
    member(1, "size", "map_size", "map(A, B)", "int"),
    global(1, "size", "size_string", "string", "int"),
    member(1, "size", "string_size", "string", "int"),
    member(1, "startsWith", "starts_with_string", "string, string", "bool").estimated(affix),
];

/// Estimates the cost of searching for a substring: the product of both string sizes.
fn contains(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(call.known_size(0).cost(TRAVERSAL).times(call.known_size(1).cost(TRAVERSAL)))
}

/// Estimates the cost of traversing the prefix or suffix.
fn affix(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(call.known_size(1).cost(TRAVERSAL))
}

fn matches(call: &mut Call<'_, '_>) -> CallEstimate {
    let text = (call.known_size(0) + SizeEstimate::fixed(1)).cost(TRAVERSAL);
    CallEstimate::of(text.times(call.known_size(1).cost(REGEX)))
}

/// Estimates the cost of `matches(text, pattern)`. Before version 0.29, cel-go estimates only `text.matches(pattern)`
/// as a search.
fn global_matches(call: &mut Call<'_, '_>) -> CallEstimate {
    if call.minor() >= 37 { matches(call) } else { CallEstimate::fixed(1) }
}

#[cfg(test)]
mod tests {
    use crate::{Environment, Variables, Version, compile};

    #[test]
    fn a_search_has_a_cost_since_version_37() {
        let most = |text: &str, minor| {
            let (environment, variables) = (Environment::new(Version::new(minor)), Variables::none());
            compile(text, &environment, &variables).ok().map(|compiled| compiled.cost(&environment, &variables).max)
        };
        // A tenth of 21 characters times a quarter of 8, both rounded up.
        let global = "matches('abcdefghijklmnopqrst', 'abcdefgh')";
        assert_eq!([35, 36, 37].map(|minor| most(global, minor)), [Some(1), Some(1), Some(6)]);
        let member = "'abcdefghijklmnopqrst'.matches('abcdefgh')";
        assert_eq!([35, 36, 37].map(|minor| most(member, minor)), [Some(6); 3]);
    }
}
