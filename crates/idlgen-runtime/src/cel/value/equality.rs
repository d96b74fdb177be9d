//! Implements `a == b`.

use std::sync::Arc;

use super::Value;
use super::opaque::unlike;
use crate::cel::{ErrorKind, EvaluationError, Kind, Shape};

/// The nesting depth of a comparison.
#[derive(Clone, Copy)]
pub(super) struct Depth(u16);

impl Depth {
    pub(super) const START: Self = Self(0);
    /// Maximum nesting depth of compared values.
    pub(super) const LIMIT: u16 = 500;

    fn below(self) -> Result<Self, EvaluationError> {
        if self.0 < Self::LIMIT { Ok(Self(self.0 + 1)) } else { Err(ErrorKind::TooDeep.into()) }
    }
}

/// Returns `true` if the values are equal. Numbers of different types are compared numerically; values of other
/// different types are unequal. The schema of the left list determines whether order matters.
pub fn equal(left: &Value<'_>, right: &Value<'_>) -> Result<bool, EvaluationError> {
    equal_at(left, right, Depth::START)
}

pub(super) fn equal_at(left: &Value<'_>, right: &Value<'_>, depth: Depth) -> Result<bool, EvaluationError> {
    Ok(match (left, right) {
        (Value::Error(error), _) => return Err(EvaluationError::clone(error)),
        (Value::String(left), Value::String(right)) => left.as_str() == right.as_str(),
        (Value::Int(left), Value::Int(right)) => left == right,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), Value::Int(_) | Value::Uint(_) | Value::Double(_)) => {
            super::ordering::numbers(left, right) == Some(std::cmp::Ordering::Equal)
        }
        (Value::Bytes(left), Value::Bytes(right)) => left == right,
        (Value::Duration(left), Value::Duration(right)) => left == right,
        (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
        (Value::Type(left), Value::Type(right)) => left == right,
        (Value::List(left), Value::List(right)) => left.equals(right, depth.below()?)?,
        (Value::Map(left), Value::Map(right)) => left.equals(right, depth.below()?)?,
        (Value::Preserved(left), right) => left.equals(right),
        // Lists and objects of the validated data can only be compared with values of their own type, unless they have
        // lost their schema.
        (Value::List(left), right) if left.is_of_data() && !left.data().is_some_and(has_no_schema) => {
            return Err(unlike(right));
        }
        (Value::Map(left), right) if left.data().is_some_and(|data| !has_no_schema(data)) => return Err(unlike(right)),
        (Value::Optional(left), Value::Optional(right)) => match (left, right) {
            (Some(left), Some(right)) => equal_at(left, right, depth.below()?)?,
            (None, None) => true,
            _ => false,
        },
        _ => return super::opaque::equal(left, right),
    })
}

/// Compares parts of data lists and maps. Like [`equal_at`], except that comparing a data list or map with null is an
/// error.
pub(super) fn equal_part(left: &Value<'_>, right: &Value<'_>, depth: Depth) -> Result<bool, EvaluationError> {
    let takes_only_its_like = match left {
        Value::List(left) => left.is_of_data(),
        Value::Map(left) => left.data().is_some(),
        _ => false,
    };
    match right {
        Value::Null if takes_only_its_like => Err(unlike(right)),
        _ => equal_at(left, right, depth),
    }
}

/// Compares parts of constructed lists and maps. Like [`equal_at`], except that parts that cannot be compared are
/// treated as equal.
pub(super) fn equal_or_failed(left: &Value<'_>, right: &Value<'_>, depth: Depth) -> Result<bool, EvaluationError> {
    match equal_at(left, right, depth) {
        Err(error) if !error.ends_comparison() => Ok(true),
        answer => answer,
    }
}

pub(super) fn has_no_schema<T>((_, shape): (T, &Shape)) -> bool {
    matches!(shape.kind(), Kind::Dyn)
}

/// Returns `true` if the values are the same map key. Integers may have different types. As in Go, a list, map, URL
/// or quantity is only the same key as itself (compared by identity). An optional is only the same key if it is empty,
/// because Go creates a new pointer for every other one.
pub(in crate::cel) fn is_same_key(known: &Value<'_>, key: &Value<'_>) -> bool {
    match (known, key) {
        (Value::String(known), Value::String(key)) => known == key,
        (Value::Bool(known), Value::Bool(key)) => known == key,
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), Value::Int(_) | Value::Uint(_) | Value::Double(_)) => {
            let is_equal = super::ordering::numbers(known, key) == Some(std::cmp::Ordering::Equal);
            // A key that is a double can only be looked up with a double.
            is_equal && (!matches!(known, Value::Double(_)) || matches!(key, Value::Double(_)))
        }
        (Value::Duration(known), Value::Duration(key)) => known == key,
        (Value::Timestamp(known), Value::Timestamp(key)) => known.is_same_key(key),
        (Value::List(known), Value::List(key)) => known.is_very(key),
        (Value::Map(known), Value::Map(key)) => known.is_very(key),
        (Value::Null, Value::Null) | (Value::Optional(None), Value::Optional(None)) => true,
        (Value::Type(known), Value::Type(key)) => known == key,
        (Value::Ip(known), Value::Ip(key)) => known == key,
        (Value::Cidr(known), Value::Cidr(key)) => known == key,
        (Value::Url(known), Value::Url(key)) => Arc::ptr_eq(known, key),
        (Value::Quantity(known), Value::Quantity(key)) => Arc::ptr_eq(known, key),
        _ => false,
    }
}

/// Checks that the value can be a map key. Go cannot hash some values, which crash the API server's implementation.
pub(in crate::cel) fn check_key(key: &Value<'_>) -> Result<(), EvaluationError> {
    match key {
        Value::Bytes(_) | Value::Semver(_) | Value::Format(_) => {
            let message = format!("runtime error: hash of unhashable type {}", key.go_type_name());
            Err(ErrorKind::Internal(Arc::new(message)).into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cel::{ShapeData, ShapeId, ShapeNode},
        value::Value as _,
    };

    #[test]
    fn lists_and_objects_in_data_take_null_for_none_of_theirs() {
        let node = |kind, nullable| ShapeNode { kind, nullable };
        let list = |items| Kind::List { items: ShapeId(items), list_type: crate::cel::ListType::Atomic };
        for (part, full, with_null) in [
            (Kind::Map { values: ShapeId(2) }, serde_json::json!([{}]), serde_json::json!([{"a": null}])),
            (list(2), serde_json::json!([[]]), serde_json::json!([[null]])),
        ] {
            let nodes = vec![node(list(1), false), node(part, true), node(Kind::String, true)];
            let shape = Shape::new(ShapeData { nodes: nodes.into() });
            let data = [full, serde_json::json!([null]), with_null];
            let [full, empty, with_null] = data.each_ref().map(|data| Value::of_data(data.as_value(), &shape).unwrap());
            assert!(equal(&full, &empty).unwrap_err().is_no_such_overload());
            assert_eq!((equal(&empty, &full), equal(&empty, &empty)), (Ok(false), Ok(true)));
            assert_eq!(equal(&with_null, &with_null), Ok(true));
        }
    }

    #[test]
    fn what_has_lost_its_schema_differs_from_an_error() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let nodes = vec![node(Kind::Map { values: ShapeId(1) }), node(Kind::Boolean)];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        for data in [serde_json::json!({"a": []}), serde_json::json!({"a": {}}), serde_json::json!({"a": 1})] {
            let read = Value::of_data(data.as_value(), &shape).unwrap();
            let raw = Value::of_unknown_data(data.as_value());
            assert_eq!(equal(&raw, &raw), Ok(true));
            assert_eq!(equal(&raw, &read), Ok(false), "{data}");
            assert!(equal(&read, &raw).unwrap_err().to_string().starts_with("invalid data, expected bool"));
        }
    }

    #[test]
    fn lists_and_objects_in_data_are_only_comparable_with_their_like() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let list = Kind::List { items: ShapeId(1), list_type: crate::cel::ListType::Atomic };
        for (kind, data) in
            [(list, serde_json::json!([1])), (Kind::Map { values: ShapeId(1) }, serde_json::json!({"a": 1}))]
        {
            let shape = Shape::new(ShapeData { nodes: vec![node(kind), node(Kind::Integer)].into() });
            let read = Value::of_data(data.as_value(), &shape).unwrap();
            assert!(equal(&read, &Value::Int(1)).unwrap_err().is_no_such_overload(), "{data}");
            assert_eq!(equal(&Value::of_unknown_data(data.as_value()), &Value::Int(1)), Ok(false), "{data}");
            assert_eq!(equal(&Value::Int(1), &read), Ok(false), "{data}");
        }
    }

    #[test]
    fn values_of_different_types() {
        for (left, right, expected) in [
            (Value::Int(1), Value::Double(1.0), true),
            (Value::Int(1), Value::Uint(1), true),
            (Value::Int(-1), Value::Uint(u64::MAX), false),
            (Value::Double(f64::NAN), Value::Double(f64::NAN), false),
            (Value::Int(1), Value::text("1"), false),
            (Value::Null, Value::Null, true),
            (Value::Null, Value::Int(0), false),
            (Value::from(vec![Value::Int(1)]), Value::from(vec![Value::Double(1.0)]), true),
            (Value::from(vec![]), Value::Int(1), false),
            (Value::some(Value::Int(1)), Value::some(Value::Uint(1)), true),
            (Value::some(Value::Null), Value::NONE, false),
        ] {
            assert_eq!(equal(&left, &right), Ok(expected), "{left:?} {right:?}");
        }
    }

    #[test]
    fn values_are_compared_to_a_limited_depth() {
        let optional = |depth: usize| (0..depth).fold(Value::Int(1), |inner, _| Value::some(inner));
        assert_eq!(equal(&optional(500), &optional(500)), Ok(true));
        assert_eq!(equal(&optional(501), &optional(501)).unwrap_err().kind(), &ErrorKind::TooDeep);
    }
}
