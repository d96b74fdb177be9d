//! Identifies elements of sets and keyed lists by keys that are compared like Go map keys.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::Value;
use super::super::data::go_type;
use super::List;
use crate::cel::{ErrorKind, EvaluationError, Kind, Shape};
use crate::value::ValueRef;

/// A scalar of the data. Unlike in expressions, numbers of different types are unequal.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    String(Box<str>),
    Duration(i64),
    /// A timestamp: seconds, nanoseconds and the offset from UTC.
    Time(i64, u32, i32),
    /// A value that does not equal any key.
    Other,
}

impl Key {
    /// Returns `true` if Go can find the key in a map. It cannot find NaN, lists or objects.
    pub(super) fn is_findable(&self) -> bool {
        !matches!(self, Self::Other)
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Int(_) => 2,
            Self::Uint(_) => 3,
            Self::Float(_) => 4,
            Self::String(_) => 5,
            Self::Duration(_) => 6,
            Self::Time(..) => 7,
            Self::Other => 8,
        }
    }

    fn of_float(value: f64) -> Self {
        // Positive and negative zero are the same key. NaN is not a key.
        if value.is_nan() { Self::Other } else { Self::Float(value + 0.0) }
    }

    /// Converts data. Returns `None` for lists and objects.
    fn of_data(data: &ValueRef<'_>) -> Option<Self> {
        Some(match data {
            ValueRef::Null => Self::Null,
            ValueRef::Bool(value) => Self::Bool(*value),
            ValueRef::Int(value) => Self::Int(*value),
            ValueRef::Float(value) => Self::of_float(*value),
            ValueRef::String(text) => Self::String(Box::from(&**text)),
            ValueRef::List(_) | ValueRef::Map(_) => return None,
        })
    }

    /// Converts the underlying Go value of a CEL value.
    pub(super) fn of_value(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Double(value) => Self::of_float(*value),
            Value::Duration(value) => Self::Duration(*value),
            Value::Timestamp(time) if time.is_same_key(time) => Self::Time(time.seconds, time.nanoseconds, time.offset),
            Value::String(text) => Self::String(Box::from(text.as_str())),
            _ => Self::Other,
        }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(left), Self::Bool(right)) => left.cmp(right),
            (Self::Int(left), Self::Int(right)) | (Self::Duration(left), Self::Duration(right)) => left.cmp(right),
            (Self::Uint(left), Self::Uint(right)) => left.cmp(right),
            (Self::Time(left, left_part, left_zone), Self::Time(right, right_part, right_zone)) => {
                (left, left_part, left_zone).cmp(&(right, right_part, right_zone))
            }
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

/// Returns the names under which the keys of a keyed list are looked up in the data. `elements` is the shape of the
/// list elements. The API server looks up escaped names: a key such as `x-k`, which is escaped as `x__dash__k`, is
/// never found and is treated as null.
pub(super) fn looked_up<'s>(keys: &'s [Cow<'static, str>], elements: &'s Shape) -> Vec<&'s str> {
    let properties = match elements.kind() {
        Kind::Object { properties } => &**properties,
        _ => &[],
    };
    let escaped = |key: &'s Cow<'static, str>| {
        properties.iter().find(|property| property.name == *key).map_or(&**key, |property| &*property.escaped)
    };
    keys.iter().map(escaped).collect()
}

/// An operation on the map that Go builds from a list. Go's message for a value that cannot be a key depends on it.
#[derive(Clone, Copy)]
pub(super) enum Access {
    Insert,
    /// Looks up a key in an empty map.
    FindInEmpty,
    /// Looks up a key in a map that is not empty.
    Find,
}

impl Access {
    pub(super) fn find(is_empty: bool) -> Self {
        if is_empty { Self::FindInEmpty } else { Self::Find }
    }

    /// Returns the error for a value that cannot be a key. It crashes the API server's implementation.
    #[cold]
    fn unhashable(self, go_type: &str) -> EvaluationError {
        let message = match self {
            Self::FindInEmpty => format!("hash of unhashable type: {go_type}"),
            Self::Insert | Self::Find => format!("runtime error: hash of unhashable type {go_type}"),
        };
        ErrorKind::Internal(Arc::new(message)).into()
    }
}

/// Minimum number of keys that Go compares as one string.
const KEYS_AS_TEXT: usize = 4;

/// Returns the keys of an element of a keyed list. `names` is the result of [`looked_up`]. Returns `None` if the
/// element is not a data object. The API server compares four or more keys as a string, which is equivalent for valid
/// data.
///
/// # Errors
///
/// Returns an error for a list or an object as a key, which Go cannot look up in a map.
pub(super) fn map_keys(
    element: &Value<'_>,
    names: &[&str],
    access: Access,
) -> Result<Option<Vec<Key>>, EvaluationError> {
    let Value::Map(map) = element else { return Ok(None) };
    let Some((data, _)) = map.data() else { return Ok(None) };
    let key = |name: &&str| match data.get(name) {
        None => Ok(Key::Null),
        Some(value) => match Key::of_data(&value) {
            Some(key) => Ok(key),
            None if names.len() >= KEYS_AS_TEXT => Ok(Key::Other),
            None => Err(access.unhashable(go_type(&value))),
        },
    };
    names.iter().map(key).collect::<Result<_, _>>().map(Some)
}

/// Returns the elements of a data list as set keys. Does not convert them with the schema.
///
/// # Errors
///
/// Returns the errors of [`set_key`].
pub(super) fn set_keys(list: &List<'_>) -> Result<BTreeSet<Key>, EvaluationError> {
    list.iter_unread().map(|element| set_key(&element, Access::Insert)).collect()
}

/// Converts an element of a set to its key.
///
/// # Errors
///
/// Returns an error for a value that Go cannot look up in a map.
pub(super) fn set_key(value: &Value<'_>, access: Access) -> Result<Key, EvaluationError> {
    match value.unwrapped() {
        value @ (Value::Bytes(_) | Value::List(_) | Value::Map(_)) => Err(access.unhashable(value.go_value_type())),
        value => Ok(Key::of_value(&value)),
    }
}
