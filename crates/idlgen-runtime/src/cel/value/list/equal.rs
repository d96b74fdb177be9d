//! Implements `a == b` and `x in a`.

use std::collections::BTreeMap;

use super::super::Value;
use super::super::equality::{Depth, equal_at, equal_or_failed, equal_part};
use super::List;
use super::key::{Access, looked_up, map_keys, set_key, set_keys};
use crate::cel::{EvaluationError, ListType};

impl List<'_> {
    /// Returns `true` if the lists are equal. The list type of the left operand determines whether order matters.
    pub(in super::super) fn equals(&self, other: &List<'_>, depth: Depth) -> Result<bool, EvaluationError> {
        if self.len() != other.len() {
            return Ok(false);
        }
        match self.list_type() {
            Some(ListType::Set) => {
                let known = set_keys(self)?;
                for value in other.iter_held() {
                    let key = set_key(&value, Access::Find)?;
                    if !key.is_findable() || !known.contains(&key) {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some(ListType::Map { keys }) => self.equals_by_keys(other, keys, depth),
            Some(ListType::Atomic) => {
                for (left, right) in self.iter_held().zip(other.iter_held()) {
                    if !equal_part(&left, &right, depth)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            None if self.is_joined() => self.equals_joined(other, depth),
            None => {
                for (left, right) in self.iter_held().zip(other.iter_held()) {
                    if !equal_or_failed(&left, &right, depth)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Compares concatenated lists. Two elements that cannot be compared are an error unless another pair of elements
    /// differs.
    fn equals_joined(&self, other: &List<'_>, depth: Depth) -> Result<bool, EvaluationError> {
        let mut first_error = None;
        for (left, right) in self.iter_held().zip(other.iter_held()) {
            match equal_at(&left, &right, depth) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if error.ends_comparison() => return Err(error),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        first_error.map_or(Ok(true), Err)
    }

    fn equals_by_keys(
        &self,
        other: &List<'_>,
        keys: &[std::borrow::Cow<'static, str>],
        depth: Depth,
    ) -> Result<bool, EvaluationError> {
        let names = self.shape().map(|shape| looked_up(keys, shape.element())).unwrap_or_default();
        let elements: Vec<Value<'_>> = self.iter_held().collect();
        // Of several elements with equal keys, the last one is compared.
        let mut known = BTreeMap::new();
        for element in &elements {
            if let Some(key) = map_keys(element, &names, Access::Insert)? {
                known.insert(key, element);
            }
        }
        for value in other.iter_held() {
            match map_keys(&value, &names, Access::Find)?.and_then(|key| known.get(&key)) {
                Some(element) if equal_at(element, &value, depth)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns `true` if an element equals the value.
    pub(in crate::cel) fn contains(&self, value: &Value<'_>) -> Result<bool, EvaluationError> {
        if let Some((first, second)) = self.parts() {
            return match first.contains(value) {
                Ok(true) => Ok(true),
                Ok(false) => second.contains(value),
                Err(error) if error.ends_comparison() => Err(error),
                Err(error) => match second.contains(value) {
                    Ok(true) => Ok(true),
                    Err(second) if second.ends_comparison() => Err(second),
                    _ => Err(error),
                },
            };
        }
        let mut first_error = None;
        let is_of_data = self.is_of_data();
        if let (true, Value::Error(error)) = (is_of_data, value) {
            return Err(EvaluationError::clone(error));
        }
        for element in self.iter_held() {
            // A data list compares the element with the value; other lists compare the value with the element.
            let answer = if is_of_data {
                equal_at(&element, value, Depth::START)
            } else {
                equal_at(value, &element, Depth::START)
            };
            match answer {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if error.ends_comparison() => return Err(error),
                Err(error) if is_of_data => {
                    first_error.get_or_insert(error);
                }
                Err(_) => {}
            }
        }
        first_error.map_or(Ok(false), Err)
    }
}
