//! Implements `a == b`.

use super::super::Value;
use super::super::equality::{Depth, equal_or_failed, equal_part};
use super::super::{Map, MapForm};
use crate::cel::{EvaluationError, Kind, Shape};
use crate::check::deep_equal;
use crate::value::ValueRef;

impl Map<'_> {
    /// Returns `true` if the maps or objects are equal. Undeclared fields of the left operand are compared without a
    /// schema if the right operand has them too.
    pub(in super::super) fn equals(&self, other: &Map<'_>, depth: Depth) -> Result<bool, EvaluationError> {
        if self.len() != other.len() {
            return Ok(false);
        }
        match &self.0 {
            MapForm::Data { data, shape } if !matches!(shape.kind(), Kind::Dyn) => {
                let mut answer = Ok(true);
                if let (false, Kind::Object { properties }) = (shape.is_as_written(), shape.kind()) {
                    // Compares effective values, including defaults.
                    for property in properties.iter() {
                        if !self.equals_at_field(&property.escaped, other, depth)? {
                            return Ok(false);
                        }
                    }
                }
                data.visit(&mut |key, value| {
                    answer = self.equals_at_key(key, &value, shape, other, depth);
                    matches!(answer, Ok(true))
                });
                answer
            }
            _ => {
                for (key, value) in self.entries() {
                    let Some(there) = other.held(&key) else { return Ok(false) };
                    if !equal_or_failed(&Value::held(value), &there, depth)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn equals_at_key(
        &self,
        key: &str,
        value: &ValueRef<'_>,
        shape: &Shape,
        other: &Map<'_>,
        depth: Depth,
    ) -> Result<bool, EvaluationError> {
        let declared = match shape.kind() {
            Kind::Map { .. } => Some(shape.element()),
            _ => shape.find(key, &mut 0).and_then(|place| shape.parts().get(place)),
        };
        let Some(declared) = declared else {
            // Without its schema, a map has another Go type, and the comparison ignores its fields.
            let of_schema = other.data().filter(|(_, shape)| !matches!(shape.kind(), Kind::Dyn));
            let Some((data, _)) = of_schema else { return Err(EvaluationError::no_such_overload()) };
            return Ok(data.get(key).is_none_or(|there| deep_equal(value, &there)));
        };
        if matches!(declared.kind(), Kind::Preserved) {
            let there = other.data().and_then(|(data, _)| data.get(key)).filter(|there| !there.is_null());
            return Ok(match there {
                Some(there) => !value.is_null() && deep_equal(value, &there),
                None => value.is_null(),
            });
        }
        self.equals_at_field(key, other, depth)
    }

    fn equals_at_field(&self, key: &str, other: &Map<'_>, depth: Depth) -> Result<bool, EvaluationError> {
        let key = Value::text(key);
        match (self.held(&key), other.held(&key)) {
            (None, None) => Ok(true),
            (Some(left), Some(right)) => equal_part(&left, &right, depth),
            _ => Ok(false),
        }
    }
}
