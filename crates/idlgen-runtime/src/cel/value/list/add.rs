//! `a + b`.

use super::super::Value;
use super::List;
use super::key::{Key, element_shape, map_keys, set_keys};
use crate::cel::{EvaluationError, ListType};

impl<'a> List<'a> {
    /// The sum of two lists. The left operand's list type decides: a set gets what it has not yet; in a list with keys, elements take the places of those with the same
    /// keys.
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
                    if !known.iter().any(|known| known.is(&key)) {
                        known.push(key);
                        elements.push(value);
                    }
                }
            }
            Some(ListType::Map { keys }) => {
                let mut places: Vec<Option<Vec<Key>>> =
                    elements.iter().map(|element| map_keys(element, keys)).collect();
                for value in added {
                    let value = value?;
                    let key = map_keys(&value, keys);
                    // Of equal keys in the left operand the last place counts.
                    let place =
                        key.as_ref().and_then(|key| places.iter().rposition(|known| known.as_ref() == Some(key)));
                    if let Some(element) = place.and_then(|place| elements.get_mut(place)) {
                        *element = value;
                    } else {
                        elements.push(value);
                        places.push(None);
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
