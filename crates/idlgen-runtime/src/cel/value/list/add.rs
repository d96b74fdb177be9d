//! Implements `a + b`.

use std::collections::BTreeMap;

use super::List;
use super::key::{Access, looked_up, map_keys, set_key, set_keys};
use crate::cel::{EvaluationError, ListType};

impl<'a> List<'a> {
    /// Adds two lists. The list type of the left operand applies: elements that a set does not contain yet are
    /// appended; elements with keys replace elements with equal keys.
    ///
    /// If the left operand is a data list, the result contains data. Its elements are converted with the schema of that
    /// list on access.
    pub fn add(&self, other: &List<'a>) -> Result<List<'a>, EvaluationError> {
        let Some(shape) = self.shape() else { return Ok(self.append(other)) };
        let mut elements = Vec::with_capacity(self.len() + other.len());
        elements.extend(self.iter_unread());
        let added = other.iter_held();
        match self.list_type() {
            Some(ListType::Set) => {
                let mut known = set_keys(self)?;
                for value in added {
                    let key = set_key(&value, Access::find(known.is_empty()))?;
                    if !key.is_findable() || known.insert(key) {
                        elements.push(value.added_to(shape.element()));
                    }
                }
            }
            Some(ListType::Map { keys }) => {
                let names = looked_up(keys, shape.element());
                // If several elements of the left operand have equal keys, the last one is replaced.
                let mut places = BTreeMap::new();
                for (place, element) in elements.iter().enumerate() {
                    if let Some(key) = map_keys(element, &names, Access::Insert)? {
                        places.insert(key, place);
                    }
                }
                for value in added {
                    let access = Access::find(places.is_empty());
                    let place = map_keys(&value, &names, access)?.and_then(|key| places.get(&key));
                    let value = value.added_to(shape.element());
                    match place.and_then(|place| elements.get_mut(*place)) {
                        Some(element) => *element = value,
                        None => elements.push(value),
                    }
                }
            }
            _ => elements.extend(added.map(|value| value.added_to(shape.element()))),
        }
        Ok(Self::built(elements, Some(shape)))
    }

    fn append(&self, other: &List<'a>) -> List<'a> {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        List::joined(self, other)
    }
}
