//! Elements of sets and keys of lists with keys, as Go compares them in maps.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::Value;
use super::super::data::go_type;
use super::List;
use crate::cel::{ErrorKind, EvaluationError, Kind, Shape};
use crate::value::ValueRef;

/// A scalar of the data. Unlike in expressions, numbers of different types are different.
#[derive(Clone, Debug)]
pub(super) enum Key {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    String(Box<str>),
    Duration(i64),
    /// Seconds and nanoseconds.
    Time(i64, u32),
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
            Self::Uint(_) => 3,
            Self::Float(_) => 4,
            Self::String(_) => 5,
            Self::Duration(_) => 6,
            Self::Time(..) => 7,
            Self::Other => 8,
        }
    }

    fn of_float(value: f64) -> Self {
        // Both zeros are one key, and what is no number is none.
        if value.is_nan() { Self::Other } else { Self::Float(value + 0.0) }
    }

    /// Of data as it is; none of lists and objects.
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

    /// Of a value, by the Go value behind it.
    pub(super) fn of_value(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Double(value) => Self::of_float(*value),
            Value::Duration(value) => Self::Duration(*value),
            // Two zones that were read are two pointers in Go, and so two times.
            Value::Timestamp(time) if time.offset == 0 => Self::Time(time.seconds, time.nanoseconds),
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
            (Self::Time(left, left_part), Self::Time(right, right_part)) => (left, left_part).cmp(&(right, right_part)),
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

/// The names under which the keys of a list with keys are looked up in the data, `elements` being the shape of its
/// elements. Upstream looks for names as expressions write them: a key such as `x-k`, there `x__dash__k`, is never
/// found and counts as null.
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

/// What is asked of the table that Go makes of a list. It says how Go puts it that the table cannot hold something.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// Something is put into it.
    Insert,
    /// Something is looked for in it, and nothing is in it.
    FindInEmpty,
    /// Something is looked for in it.
    Find,
}

impl Access {
    pub(super) fn find(is_empty: bool) -> Self {
        if is_empty { Self::FindInEmpty } else { Self::Find }
    }

    /// The error of a value that is no key: the API server's program stops there.
    #[cold]
    fn unhashable(self, go_type: &str) -> EvaluationError {
        let message = match self {
            Self::FindInEmpty => format!("hash of unhashable type: {go_type}"),
            Self::Insert | Self::Find => format!("runtime error: hash of unhashable type {go_type}"),
        };
        ErrorKind::Internal(Arc::new(message)).into()
    }
}

/// From so many keys on, Go compares those of an element as one text.
const KEYS_AS_TEXT: usize = 4;

/// The keys of an element of a list with keys, by the names that [`looked_up`] gives; none if the element is no object
/// of the data. Four keys and more are compared as text upstream, which is the same for data that was validated.
///
/// # Errors
///
/// A list or an object as a key, which Go cannot look up in a map.
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

/// The elements of a list of data as a set has them: as they are, not as the schema reads them.
///
/// # Errors
///
/// As [`set_key`].
pub(super) fn set_keys(list: &List<'_>) -> Result<BTreeSet<Key>, EvaluationError> {
    list.iter_unread().map(|element| set_key(&element, Access::Insert)).collect()
}

/// The key of an element of a set.
///
/// # Errors
///
/// A value that Go cannot look up in a map.
pub(super) fn set_key(value: &Value<'_>, access: Access) -> Result<Key, EvaluationError> {
    match value.behind() {
        value @ (Value::Bytes(_) | Value::List(_) | Value::Map(_)) => Err(access.unhashable(value.go_value_type())),
        value => Ok(Key::of_value(&value)),
    }
}
