//! `a + b`.

use std::collections::BTreeMap;

use super::super::Value;
use super::List;
use super::key::{Key, element_shape, map_keys, set_keys};
use crate::cel::{EvaluationError, ListType};

impl<'a> List<'a> {
    /// The sum of two lists. The left operand's list type decides: a set gets what it has not yet; in a list with keys,
    /// elements take the places of those with the same keys.
    pub fn add(&self, other: &List<'a>) -> Result<List<'a>, EvaluationError> {
        let Some(shape) = self.shape() else { return self.append(other) };
        let element = element_shape(shape).unwrap_or(shape);
        let mut elements = Vec::with_capacity(self.len() + other.len());
        for value in self.iter() {
            elements.push(value?);
        }
        let added = other.iter().map(|value| value.and_then(|value| value.reread(element)));
        match self.list_type() {
            Some(ListType::Set) => {
                let mut known = set_keys(self);
                for (index, value) in added.enumerate() {
                    let value = value?;
                    let key = other.get(index).and_then(Result::ok).map_or(Key::Other, |value| Key::of_value(&value));
                    if !key.is_findable() || known.insert(key) {
                        elements.push(value);
                    }
                }
            }
            Some(ListType::Map { keys }) => {
                // Of equal keys in the left operand the last place counts.
                let mut places = BTreeMap::new();
                for (place, element) in elements.iter().enumerate() {
                    if let Some(key) = map_keys(element, keys) {
                        places.insert(key, place);
                    }
                }
                for value in added {
                    let value = value?;
                    let place = map_keys(&value, keys).and_then(|key| places.get(&key));
                    match place.and_then(|place| elements.get_mut(*place)) {
                        Some(element) => *element = value,
                        None => elements.push(value),
                    }
                }
            }
            _ => {
                for value in added {
                    elements.push(value?);
                }
            }
        }
        Ok(Self::built(elements, Some(shape)))
    }

    fn append(&self, other: &List<'a>) -> Result<List<'a>, EvaluationError> {
        if self.is_empty() {
            return Ok(other.clone());
        }
        if other.is_empty() {
            return Ok(self.clone());
        }
        let elements: Result<Vec<Value<'a>>, EvaluationError> = self.iter().chain(other.iter()).collect();
        elements.map(List::from)
    }
}
