//! Elements of sets and keys of lists with keys, as Go compares them in maps.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::super::Value;
use crate::cel::{Kind, Shape};
use crate::value::ValueRef;

/// A scalar of the data. Unlike in expressions, numbers of different types are different.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(Box<str>),
    /// What equals nothing.
    Other,
}

impl Key {
    /// Can Go find it? Neither what is no number nor lists and objects.
    pub(super) fn is_findable(&self) -> bool {
        !matches!(self, Self::Other)
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Int(_) => 2,
            Self::Float(_) => 3,
            Self::String(_) => 4,
            Self::Other => 5,
        }
    }

    fn of_float(value: f64) -> Self {
        // Both zeros are one key, and what is no number is none.
        if value.is_nan() { Self::Other } else { Self::Float(value + 0.0) }
    }

    /// Of data as it is.
    pub(super) fn of_data(data: &ValueRef<'_>) -> Self {
        match data {
            ValueRef::Null => Self::Null,
            ValueRef::Bool(value) => Self::Bool(*value),
            ValueRef::Int(value) => Self::Int(*value),
            ValueRef::Float(value) => Self::of_float(*value),
            ValueRef::String(text) => Self::String(Box::from(&**text)),
            ValueRef::List(_) | ValueRef::Map(_) => Self::Other,
        }
    }

    /// Of a value, by the Go value behind it.
    pub(super) fn of_value(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Double(value) => Self::of_float(*value),
            Value::String(text) => Self::String(Box::from(text.as_str())),
            _ => Self::Other,
        }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(left), Self::Bool(right)) => left.cmp(right),
            (Self::Int(left), Self::Int(right)) => left.cmp(right),
            (Self::Float(left), Self::Float(right)) => left.total_cmp(right),
            (Self::String(left), Self::String(right)) => left.cmp(right),
            (left, right) => left.rank().cmp(&right.rank()),
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// The keys of an element of a list with keys; none if the element is no object of the data. Four keys and more are
/// compared as text upstream, which is the same for data that was validated.
pub(super) fn map_keys(element: &Value<'_>, keys: &[std::borrow::Cow<'static, str>]) -> Option<Vec<Key>> {
    let Value::Map(map) = element else { return None };
    let (data, _) = map.data()?;
    Some(keys.iter().map(|key| data.get(key).map_or(Key::Null, |value| Key::of_data(&value))).collect())
}

/// The elements of a list of data as a set has them: as they are, not as the schema reads them.
pub(super) fn set_keys(list: &super::List<'_>) -> BTreeSet<Key> {
    match list.data() {
        Some((data, _)) => {
            (0..data.len()).map(|index| data.get(index).map_or(Key::Other, |value| Key::of_data(&value))).collect()
        }
        None => list.iter().map(|element| element.map_or(Key::Other, |value| Key::of_value(&value))).collect(),
    }
}

/// The shape of the elements.
pub(super) fn element_shape(shape: &Shape) -> Option<&Shape> {
    match shape.kind() {
        Kind::List { .. } => Some(shape.element()),
        _ => None,
    }
}
