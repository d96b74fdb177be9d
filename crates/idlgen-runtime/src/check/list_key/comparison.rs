//! Compares keys. The API server compares a float that is the only key as a number, and several keys as strings.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash},
};

use super::ListKey;
use crate::go::json_integer;

/// Returns `true` if elements with these keys are duplicates
/// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype`): a single key is compared by type and value,
/// several keys by their JSON text.
pub(in crate::check) fn are_equal(left: &[ListKey<'_>], right: &[ListKey<'_>]) -> bool {
    let is_only = left.len() == 1;
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| is_equal(left, right, is_only))
}

/// Returns `true` if one key of two elements is equal. `is_only` if the elements have no other keys.
pub(in crate::check) fn is_equal(left: &ListKey<'_>, right: &ListKey<'_>, is_only: bool) -> bool {
    match (number(left, is_only), number(right, is_only)) {
        (None, None) => left == right,
        (left_number, right_number) => left_number.as_ref().unwrap_or(left) == right_number.as_ref().unwrap_or(right),
    }
}

/// Adds keys to a hasher. [Equal](are_equal) keys have equal hashes.
pub(in crate::check) fn hash_keys(keys: &[ListKey<'_>], hasher: &mut DefaultHasher) {
    for key in keys {
        hash_key(key, keys.len() == 1, hasher);
    }
}

/// Adds a key to a hasher. [Equal](is_equal) keys have equal hashes.
pub(in crate::check) fn hash_key(key: &ListKey<'_>, is_only: bool, hasher: &mut DefaultHasher) {
    number(key, is_only).as_ref().unwrap_or(key).hash(hasher);
}

/// Returns the key that a float is compared as. A single key has no sign if it is zero. With other keys, a float is
/// the integer that Go prints for it.
fn number(key: &ListKey<'_>, is_only: bool) -> Option<ListKey<'static>> {
    let ListKey::Float(bits) = key else { return None };
    let value = f64::from_bits(*bits);
    Some(match json_integer(value).filter(|_| !is_only) {
        Some(integer) => ListKey::Int(integer),
        // Adding zero turns negative zero into positive zero.
        None if is_only => ListKey::from(value + 0.0),
        None => ListKey::Float(*bits),
    })
}

/// Returns `true` if keys identify an element: all of them are present and scalars.
pub(in crate::check) fn identifies(keys: &[ListKey<'_>]) -> bool {
    !keys.is_empty() && !keys.iter().any(|key| matches!(key, ListKey::Missing | ListKey::Json(_)))
}

/// Returns `true` if [identifying](identifies) keys of the new and the old object identify the same element
/// (`MapList` of `k8s.io/apiserver/pkg/cel/common`): a single key is compared by type and value, a float with other
/// keys as the string that Go's `%f` prints.
pub(in crate::check) fn is_same_element(old: &[ListKey<'_>], new: &[ListKey<'_>]) -> bool {
    let is_only = new.len() == 1;
    old.len() == new.len()
        && old.iter().zip(new).all(|(old, new)| match (number(old, is_only), number(new, is_only)) {
            (Some(ListKey::Float(old)), Some(ListKey::Float(new))) if !is_only => {
                // Most floats differ in the first six digits after the point, or not at all.
                let (old, new) = (f64::from_bits(old), f64::from_bits(new));
                (old - new).abs() < 1e-5 && fixed_point(old) == fixed_point(new)
            }
            _ => is_equal(old, new, is_only),
        })
}

/// Formats a float like Go's `%f`.
fn fixed_point(value: f64) -> String {
    format!("{value:.6}")
}

/// Returns the keys of an element, so that they are equal if they identify the [same element](is_same_element). Returns
/// `None` if they do not identify it.
pub(in crate::check) fn telling(keys: &[ListKey<'_>]) -> Option<Vec<ListKey<'static>>> {
    let is_only = keys.len() == 1;
    let owned = |key: &ListKey<'_>| match key {
        ListKey::Missing | ListKey::Json(_) => None,
        ListKey::Bool(value) => Some(ListKey::Bool(*value)),
        ListKey::Int(value) => Some(ListKey::Int(*value)),
        ListKey::Float(_) => match number(key, is_only) {
            Some(ListKey::Float(bits)) if !is_only => Some(ListKey::Json(fixed_point(f64::from_bits(bits)))),
            number => number,
        },
        ListKey::Text(text) => Some(ListKey::Text(Cow::Owned(text.clone().into_owned()))),
    };
    if identifies(keys) { keys.iter().map(owned).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use std::hash::Hasher;

    use super::*;

    fn keys(values: [f64; 2]) -> [ListKey<'static>; 2] {
        values.map(ListKey::from)
    }

    fn hash(keys: &[ListKey<'_>]) -> u64 {
        let mut hasher = DefaultHasher::new();
        hash_keys(keys, &mut hasher);
        hasher.finish()
    }

    #[test]
    fn a_single_float_is_a_number() {
        for (left, right, expected) in [
            (ListKey::from(1.5), ListKey::from(1.5), true),
            (ListKey::from(1.0), ListKey::from(1), false),
            (ListKey::from(0.0), ListKey::from(-0.0), true),
            (ListKey::from(0.000_000_01), ListKey::from(0.000_000_02), false),
            (ListKey::from("1.5"), ListKey::from(1.5), false),
        ] {
            let (left, right) = ([left], [right]);
            assert_eq!(are_equal(&left, &right), expected, "{left:?} {right:?}");
            assert_eq!(is_same_element(&left, &right), expected, "{left:?} {right:?}");
            assert_eq!(telling(&left) == telling(&right), expected, "{left:?} {right:?}");
            assert!(!expected || hash(&left) == hash(&right), "{left:?} {right:?}");
        }
    }

    #[test]
    fn floats_with_other_keys_are_strings() {
        for (left, right, are_duplicates, is_same) in [
            (ListKey::from(1.5), ListKey::from(1.5), true, true),
            (ListKey::from(1.0), ListKey::from(1), true, true),
            (ListKey::from(0.0), ListKey::from(-0.0), false, false),
            (ListKey::from(-0.0), ListKey::from(-0.000_000_01), false, true),
            (ListKey::from(1e18), ListKey::from(1_000_000_000_000_000_000), true, true),
            (ListKey::from(1e300), ListKey::from(1e300), true, true),
            (ListKey::from(0.000_000_01), ListKey::from(0.000_000_02), false, true),
            (ListKey::from(0.000_001), ListKey::from(0.000_002), false, false),
            (ListKey::from(1.000_000_1), ListKey::from(1), false, false),
            (ListKey::from(1.5), ListKey::from("1.5"), false, false),
        ] {
            let (left, right) = ([left, ListKey::from("x")], [right, ListKey::from("x")]);
            assert_eq!(are_equal(&left, &right), are_duplicates, "{left:?} {right:?}");
            assert_eq!(is_same_element(&left, &right), is_same, "{left:?} {right:?}");
            assert_eq!(telling(&left) == telling(&right), is_same, "{left:?} {right:?}");
            assert!(!are_duplicates || hash(&left) == hash(&right), "{left:?} {right:?}");
        }
    }

    #[test]
    fn all_keys_are_compared() {
        assert!(are_equal(&keys([1.5, 2.5]), &keys([1.5, 2.5])));
        assert!(!are_equal(&keys([1.5, 2.5]), &keys([1.5, 3.5])));
        assert!(!are_equal(&keys([1.5, 2.5]), &keys([1.5, 2.5])[..1]));
        assert!(!is_same_element(&keys([1.5, 2.5]), &keys([1.5, 3.5])));
        assert!(!is_same_element(&keys([1.5, 2.5]), &keys([1.5, 2.5])[..1]));
    }

    #[test]
    fn keys_that_do_not_identify_an_element_are_not_noted() {
        let scalars = [ListKey::from(true), ListKey::from(-1), ListKey::from("a")];
        assert_eq!(telling(&scalars).as_deref(), Some(scalars.as_slice()));
        assert_eq!(telling(&[]), None);
        for other in [ListKey::Missing, ListKey::Json("[1]".to_owned())] {
            assert_eq!(telling(&[ListKey::from(1), other]), None);
        }
    }
}
