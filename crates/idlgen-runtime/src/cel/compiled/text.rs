//! Operators and functions on strings, with their cost. Bytes bound the number of characters.

use std::cmp::Ordering;

use super::Cost;
use crate::{
    cel::{Value, library::strings},
    regex::LazyPattern,
};

/// Converts a string to a CEL value.
#[inline]
pub fn string(text: &str) -> Value<'_> {
    Value::text(text)
}

/// `size(text)`: the number of characters.
#[inline]
pub fn length(text: &str) -> i64 {
    if text.is_ascii() { text.len() as i64 } else { text.chars().count() as i64 }
}

/// `left == right`
#[inline]
pub fn same_text(left: &str, right: &str, cost: &Cost) -> bool {
    cost.traverse(left.len().min(right.len()));
    left == right
}

/// Compares two strings by their bytes.
#[inline]
pub fn compare_text(left: &str, right: &str, cost: &Cost) -> Ordering {
    cost.traverse(left.len().min(right.len()));
    left.cmp(right)
}

/// `left + right`
#[inline]
pub fn concat(left: &str, right: &str, cost: &Cost) -> String {
    cost.traverse(left.len() + right.len());
    [left, right].concat()
}

/// `text.contains(part)`
#[inline]
pub fn contains_text(text: &str, part: &str, cost: &Cost) -> bool {
    let size = |text: &str| (text.len() as u64).div_ceil(10);
    cost.add(size(text).saturating_mul(size(part)));
    strings::contains(text, part)
}

/// `text.startsWith(prefix)`
#[inline]
pub fn starts_with(text: &str, prefix: &str, cost: &Cost) -> bool {
    cost.traverse(text.len().max(prefix.len()));
    strings::starts_with(text, prefix)
}

/// `text.endsWith(suffix)`
#[inline]
pub fn ends_with(text: &str, suffix: &str, cost: &Cost) -> bool {
    cost.traverse(text.len().max(suffix.len()));
    strings::ends_with(text, suffix)
}

/// `text.matches(pattern)` with a constant pattern. Fails if the pattern is invalid.
#[inline]
pub fn matches(text: &str, pattern: &LazyPattern, cost: &Cost) -> Option<bool> {
    let size = pattern.as_str().len() as u64;
    cost.add((text.len() as u64 + 1).div_ceil(10).saturating_mul(size.div_ceil(4)));
    pattern.matches(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::library::call_cost;

    /// Returns the cost that the interpreter charges for a call.
    fn exact(function: &str, overload: &str, arguments: &[&str]) -> u64 {
        let arguments: Vec<Value<'_>> = arguments.iter().map(|argument| Value::text(argument)).collect();
        call_cost(function, overload).count(&arguments, None, crate::cel::Environment::new(35))
    }

    #[test]
    fn the_cost_is_a_bound_and_exact_for_ascii() {
        static PATTERN: LazyPattern = LazyPattern::new("^[a-z]+$");
        for (left, right) in [
            ("", ""),
            ("abc", "b"),
            ("abc", "ab"),
            ("abc", "abc"),
            ("0123456789", "01234567890"),
            ("x", ""),
            ("ééééééééé", "é"),
        ] {
            let cost_of = |run: &dyn Fn(&Cost)| {
                let cost = Cost::default();
                run(&cost);
                cost.get()
            };
            let pattern = PATTERN.as_str();
            for (bound, exact) in [
                (
                    cost_of(&|cost| assert_eq!(contains_text(left, right, cost), left.contains(right))),
                    exact("contains", "contains_string", &[left, right]),
                ),
                (
                    cost_of(&|cost| assert_eq!(ends_with(left, right, cost), left.ends_with(right))),
                    exact("endsWith", "ends_with_string", &[left, right]),
                ),
                (cost_of(&|cost| drop(concat(left, right, cost))), exact("_+_", "add_string", &[left, right])),
                (
                    cost_of(&|cost| assert!(matches(left, &PATTERN, cost).is_some())),
                    exact("matches", "matches_string", &[left, pattern]),
                ),
                (
                    cost_of(&|cost| assert_eq!(starts_with(left, right, cost), left.starts_with(right))),
                    exact("startsWith", "starts_with_string", &[left, right]),
                ),
                (
                    cost_of(&|cost| assert_eq!(same_text(left, right, cost), left == right)),
                    exact("_==_", "equals", &[left, right]),
                ),
                (
                    cost_of(&|cost| assert_eq!(compare_text(left, right, cost), left.cmp(right))),
                    exact("_<_", "less_string", &[left, right]),
                ),
            ] {
                assert!(bound >= exact, "{left:?} {right:?}: {bound} < {exact}");
                assert!(!left.is_ascii() || left.len() < right.len() || bound == exact, "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn the_length_is_in_characters() {
        assert_eq!((length("abc"), length("äö"), length("")), (3, 2, 0));
    }
}
