//! Finds values that occur more than once.

use std::{
    borrow::Cow,
    hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState},
};

use crate::{
    go::to_json,
    value::{List, ValueRef},
};

/// Maximum number of elements that are compared pairwise, which does not allocate.
const PAIRWISE: usize = 16;

/// Maximum number of elements whose hash table is on the stack.
const ON_STACK: usize = 256;

/// Calls `found` with the index of the second occurrence of every value until it returns `false`. Ignores the third and
/// later occurrences. `hash` adds the value at an index to a hasher; equal values have equal hashes. Allocates only for
/// more than [`ON_STACK`] elements.
pub(super) fn second_occurrences(
    count: usize,
    equal: impl Fn(usize, usize) -> bool,
    hash: impl Fn(usize, &mut DefaultHasher),
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
    let mut on_stack = [Slot::Free; 2 * ON_STACK];
    let mut on_heap;
    let slots = if count <= ON_STACK {
        on_stack.as_mut_slice()
    } else {
        on_heap = vec![Slot::Free; count.saturating_mul(2).next_power_of_two()];
        on_heap.as_mut_slice()
    };
    let state = RandomState::new();
    for index in 0..count {
        let mut hasher = state.build_hasher();
        hash(index, &mut hasher);
        if insert(slots, hasher.finish(), index, &equal) && !found(index) {
            return;
        }
    }
}

/// A slot of a hash table, with the index of the first element that has the value.
#[derive(Clone, Copy)]
enum Slot {
    Free,
    Once(usize),
    Repeated(usize),
}

/// Inserts the value at an index into a hash table whose size is a power of two. Returns `true` if the value is in it
/// once.
fn insert(slots: &mut [Slot], hash: u64, index: usize, equal: impl Fn(usize, usize) -> bool) -> bool {
    let mask = slots.len().wrapping_sub(1);
    let mut at = hash as usize & mask;
    // At least half of the slots are free.
    while let Some(slot) = slots.get_mut(at) {
        match *slot {
            Slot::Free => {
                *slot = Slot::Once(index);
                return false;
            }
            Slot::Once(first) if equal(first, index) => {
                *slot = Slot::Repeated(first);
                return true;
            }
            Slot::Repeated(first) if equal(first, index) => return false,
            Slot::Once(_) | Slot::Repeated(_) => at = (at + 1) & mask,
        }
    }
    false
}

/// The key that the API server uses to find duplicates: scalars by value, everything else by JSON text.
#[derive(Hash)]
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
        |index, hasher| Key::of(items.get(index)).hash(hasher),
        found,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_occurrences_are_found_in_lists_of_any_length() {
        for count in [0, 1, 2, PAIRWISE, PAIRWISE + 1, ON_STACK, ON_STACK + 1, 1000] {
            for different in [1, 2, 7, count.div_ceil(3), count.div_ceil(2), count].map(|different| different.max(1)) {
                let value = |index: usize| index % different;
                let mut found = Vec::new();
                second_occurrences(
                    count,
                    |left, right| value(left) == value(right),
                    // Few hashes, so that many values have the same.
                    |index, hasher| (value(index) % 5).hash(hasher),
                    |index| {
                        found.push(index);
                        true
                    },
                );
                let expected: Vec<usize> = (different..count.min(2 * different)).collect();
                assert_eq!(found, expected, "{count} elements, {different} different ones");
            }
        }
    }
}
