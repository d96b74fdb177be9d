//! A hash table of property names.

use super::properties::Properties;

/// A table for fast lookups of a node's property names. It uses open addressing with linear probing. The slots contain
/// the first and last bytes of each name, which distinguish nearly all names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The index of the property in each slot. A name is in its own slot or soon after it. The length is a power of
    /// two, or 0.
    slots: Vec<u32>,
    heads: Vec<Head>,
    /// `true` if so many names share a slot that it is faster to search the properties.
    is_crowded: bool,
}

/// An empty slot.
const FREE: u32 = u32::MAX;

/// Maximum distance between a name and its own slot.
const FAR: usize = 16;

impl Names {
    pub(super) fn of<C>(properties: &Properties<C>) -> Self {
        let heads: Vec<Head> = properties.keys().map(|name| Head::of(name)).collect();
        let count = if heads.is_empty() { 0 } else { (heads.len() * 2).next_power_of_two() };
        let mut names = Names { slots: vec![FREE; count], heads, is_crowded: false };
        for place in 0..names.heads.len() {
            let free = names.heads.get(place).and_then(|head| {
                let near = head.slots(count).take(FAR);
                near.into_iter().find(|slot| names.slots.get(*slot) == Some(&FREE))
            });
            match (free.and_then(|slot| names.slots.get_mut(slot)), u32::try_from(place)) {
                (Some(slot), Ok(place)) => *slot = place,
                _ => return Names { is_crowded: true, ..Names::default() },
            }
        }
        names
    }

    /// Returns the index of the property with this name.
    #[inline]
    pub fn find<C>(&self, properties: &Properties<C>, name: &str) -> Option<usize> {
        if self.is_crowded {
            return properties.get_index_of(name);
        }
        if self.slots.is_empty() {
            return None;
        }
        let wanted = Head::of(name);
        for slot in wanted.slots(self.slots.len()) {
            let place = *self.slots.get(slot)? as usize;
            // The value of an empty slot is not a valid index.
            let head = self.heads.get(place)?;
            if *head == wanted
                && (name.len() <= TOLD_BY_ENDS || properties.get_index(place).is_some_and(|(known, _)| known == name))
            {
                return Some(place);
            }
        }
        None
    }
}

/// Maximum length of names that are completely determined by their first eight bytes, last eight bytes, and length.
const TOLD_BY_ENDS: usize = 16;

/// The length, the first bytes and the last bytes of a name. In a short name, the bytes overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    beginning: u64,
    end: u64,
    length: usize,
}

impl Head {
    #[inline]
    fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let length = bytes.len();
        let words = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>());
        let halves = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>());
        let (beginning, end) = match (words, halves) {
            ((Some(first), Some(last)), _) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            (_, (Some(first), Some(last))) => (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into()),
            _ => (0, bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))),
        };
        Head { beginning, end, length }
    }

    /// Iterates over the slots in which the name may be, the most likely first. `count` is the total number of slots.
    #[inline]
    fn slots(self, count: usize) -> impl Iterator<Item = usize> {
        let mixed =
            (self.beginning ^ self.end.rotate_left(23) ^ self.length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = (mixed >> 32) as usize;
        let last = count.wrapping_sub(1);
        (0..count).map(move |step| first.wrapping_add(step) & last)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::value::presence::Structure;

    use super::*;
    use crate::compiled::{Property, ValueTypes};

    fn properties(names: &[&str]) -> Properties<()> {
        let at_once = ValueTypes::default();
        let property = || Property { node: (), strip_zero: false, structure: Structure::None, at_once };
        names.iter().map(|name| ((*name).to_owned(), property())).collect()
    }

    #[test]
    fn every_name_is_found_and_no_other() {
        let declared: Vec<String> =
            ["", "a", "ab", "abc", "a\0", "\0a", "abcdefg", "name", "namespace", "namespaces", "namespac", "é", "z"]
                .into_iter()
                .map(str::to_owned)
                .chain((0..40).map(|index| format!("property{}", index * 7 % 40)))
                .chain((0..20).map(|index| format!("beginning-{index:02}-and-an-end")))
                .collect();
        let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        // In the last test case, many names only differ in the middle.
        let alike: Vec<String> = (0..40).map(|index| format!("beginning-{index:02}-and-an-end")).collect();
        let alike: Vec<&str> = alike.iter().map(String::as_str).collect();
        let few = vec!["", "a", "ab", "abc", "a\0", "abcdefg", "namespac", "namespaces-of-objects"];
        for (declared, is_crowded) in
            [(declared, true), (alike, true), (few, false), (vec!["name", "namespace"], false), (vec![], false)]
        {
            let properties = properties(&declared);
            let names = Names::of(&properties);
            assert_eq!(names.is_crowded, is_crowded);
            for name in &declared {
                assert_eq!(names.find(&properties, name), properties.get_index_of(*name), "{name:?}");
            }
            let short = [
                "b",
                "xb",
                "ax",
                "xbc",
                "axc",
                "abx",
                "\0",
                "\0\0",
                "abcxefg",
                "xbcdefg",
                "abcdefx",
                "abcd",
                "namespax",
                "xamespac",
                "namespaces-xx-objects",
            ];
            for other in short {
                assert_eq!(names.find(&properties, other), None, "{other:?}");
            }
            for other in ["nam", "namespacex", "property", "property99", "zz", "beginning-99-and-an-end"] {
                assert_eq!(names.find(&properties, other), None, "{other:?}");
            }
        }
    }
}
