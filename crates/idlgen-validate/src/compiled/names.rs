//! The names of properties, in order.

use super::Properties;

/// The names of the properties of a node, in order, to be gone through beside an object: most objects have theirs in
/// the same order, and most names differ in their first bytes.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The first eight bytes of each name, as a number.
    beginnings: Vec<u64>,
    /// The place of each among the properties.
    places: Vec<u32>,
}

/// Where the last name was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamesCursor(usize);

/// As many names are passed over one by one.
const FEW: usize = 8;

impl Names {
    pub(super) fn of<C>(properties: &Properties<C>) -> Self {
        let names = properties.keys().enumerate();
        let mut places: Vec<(u64, u32)> = names.map(|(place, name)| (beginning(name), place as u32)).collect();
        places.sort_unstable();
        let (beginnings, places) = places.into_iter().unzip();
        Names { beginnings, places }
    }

    /// The place among the properties of a name. It is found soonest behind that of the name before.
    #[inline]
    pub fn find<C>(&self, properties: &Properties<C>, name: &str, cursor: &mut NamesCursor) -> Option<usize> {
        let wanted = beginning(name);
        let begins_anew = self.beginnings.get(cursor.0).is_none_or(|here| *here > wanted);
        let start = if begins_anew { 0 } else { cursor.0 };
        let rest = self.beginnings.get(start..)?;
        let near = rest.iter().take(FEW).take_while(|here| **here < wanted).count();
        let passed = if near == FEW { rest.partition_point(|here| *here < wanted) } else { near };
        let at = start + passed;
        cursor.0 = at;
        for (here, place) in self.beginnings.get(at..)?.iter().zip(self.places.get(at..)?) {
            if *here != wanted {
                return None;
            }
            let (found, _) = properties.get_index(*place as usize)?;
            // Short names are told by their beginnings and lengths.
            if found.len() == name.len() && (name.len() <= BEGINNING || found == name) {
                return Some(*place as usize);
            }
        }
        None
    }
}

/// How many bytes of a name are its beginning.
const BEGINNING: usize = size_of::<u64>();

#[inline]
fn beginning(name: &str) -> u64 {
    let bytes = name.as_bytes();
    if let Some(first) = bytes.first_chunk::<BEGINNING>() {
        return u64::from_be_bytes(*first);
    }
    let shifted = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    shifted << (8 * (BEGINNING - bytes.len()).min(BEGINNING - 1))
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
    fn every_name_is_found_in_any_order() {
        let declared: Vec<String> = ["", "a", "ab", "a\0", "name", "namespace", "namespaces", "namespac", "é", "z"]
            .into_iter()
            .map(str::to_owned)
            .chain((0..40).map(|index| format!("property{}", index * 7 % 40)))
            .collect();
        let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        let properties = properties(&declared);
        let names = Names::of(&properties);
        let mut sorted = declared.clone();
        sorted.sort_unstable();
        for order in [declared.clone(), sorted.clone(), sorted.iter().rev().copied().collect()] {
            let mut cursor = NamesCursor::default();
            for name in order {
                assert_eq!(names.find(&properties, name, &mut cursor), properties.get_index_of(name), "{name:?}");
                for other in ["b", "nam", "namespacex", "property", "property99", "zz", "\0"] {
                    assert_eq!(names.find(&properties, other, &mut { cursor }), None, "{other:?} behind {name:?}");
                }
            }
        }
        assert_eq!(Names::default().find(&properties, "a", &mut NamesCursor::default()), None);
    }
}
