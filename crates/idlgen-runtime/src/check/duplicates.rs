//! Finds values that occur more than once.

use std::{borrow::Cow, collections::HashMap, hash::Hash};

use crate::{
    go::to_json,
    value::{List, ValueRef},
};

/// Maximum number of elements that are compared pairwise, which does not allocate.
const PAIRWISE: usize = 16;

/// Calls `found` with the index of the second occurrence of every value until it returns `false`. Ignores the third and
/// later occurrences.
pub(super) fn second_occurrences<K: Eq + Hash>(
    count: usize,
    equal: impl Fn(usize, usize) -> bool,
    key: impl Fn(usize) -> K,
    mut found: impl FnMut(usize) -> bool,
) {
    if count <= PAIRWISE {
        for index in 1..count {
            if (0..index).filter(|&earlier| equal(earlier, index)).count() == 1 && !found(index) {
                return;
            }
        }
        return;
    }
    let mut seen: HashMap<K, u32> = HashMap::with_capacity(count);
    for index in 0..count {
        let times = seen.entry(key(index)).or_default();
        *times = times.saturating_add(1);
        if *times == 2 && !found(index) {
            return;
        }
    }
}

/// The key that the API server uses to find duplicates: scalars by value, everything else by JSON text.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Key<'a> {
    Missing,
    Null,
    Bool(bool),
    Int(i64),
    Float(u64),
    String(Cow<'a, str>),
    Compound(String),
}

impl<'a> Key<'a> {
    pub(super) fn of(value: Option<ValueRef<'a>>) -> Self {
        match value {
            None => Key::Missing,
            Some(ValueRef::Null) => Key::Null,
            Some(ValueRef::Bool(value)) => Key::Bool(value),
            Some(ValueRef::Int(value)) => Key::Int(value),
            // Adding zero turns negative zero into positive zero.
            Some(ValueRef::Float(value)) => Key::Float((value + 0.0).to_bits()),
            Some(ValueRef::String(value)) => Key::String(value),
            Some(compound) => Key::Compound(to_json(&compound.to_json())),
        }
    }
}

/// Returns `true` if two values have equal [`Key`]s, without building them.
pub(super) fn same_key(left: Option<&ValueRef<'_>>, right: Option<&ValueRef<'_>>) -> bool {
    match (left, right) {
        (None, None) => true,
        (Some(left @ (ValueRef::List(_) | ValueRef::Map(_))), Some(right)) => super::equality::json_equal(left, right),
        (Some(left), Some(right)) => super::equality::deep_equal(left, right),
        _ => false,
    }
}

/// Runs [`second_occurrences`] on the elements of a list, which are compared as [`Key`]s.
pub(super) fn second_occurrences_in(items: &dyn List, found: impl FnMut(usize) -> bool) {
    second_occurrences(
        items.len(),
        |left, right| same_key(items.get(left).as_ref(), items.get(right).as_ref()),
        |index| Key::of(items.get(index)),
        found,
    );
}
