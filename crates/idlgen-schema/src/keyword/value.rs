//! Values of keywords.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::{go, value::Number};
use serde_json::Value as Json;

use super::Bound;
use crate::schema::json::OrderedJson;

/// The parsed value of a keyword.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A length or count.
    Count(u64),
    /// An integer or a float, such as the divisor of `multipleOf`.
    Number(Number),
    /// A limit, inclusive or exclusive.
    Bound(Bound),
    /// A flag that makes a limit exclusive, without a limit. It has no effect.
    Exclusive,
    /// A name, or a regular expression.
    Text(String),
    /// `true` if the keyword applies.
    Flag(bool),
    /// The allowed values. An empty list means no restriction.
    Members(Vec<Json>),
}

impl Value {
    /// Returns `true` if the value has no effect.
    pub(crate) fn has_no_effect(&self) -> bool {
        match self {
            Value::Flag(says) => !says,
            Value::Members(members) => members.is_empty(),
            _ => false,
        }
    }

    /// Returns the length or count. Returns `None` for a value of another type.
    pub fn as_count(&self) -> Option<u64> {
        match self {
            Value::Count(count) => Some(*count),
            _ => None,
        }
    }

    /// Returns the name or the regular expression. Returns `None` for a value of another type.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the limit. Returns `None` for a value of another type.
    pub fn as_bound(&self) -> Option<Bound> {
        match self {
            Value::Bound(bound) => Some(*bound),
            _ => None,
        }
    }

    /// Returns the allowed values. Returns `None` for a value of another type.
    pub fn as_members(&self) -> Option<&[Json]> {
        match self {
            Value::Members(members) => Some(members),
            _ => None,
        }
    }

    /// Converts the value to JSON, without the flag that makes a bound exclusive. Returns `None` if there is only the
    /// flag.
    pub fn to_json(&self) -> Option<OrderedJson> {
        Some(match self {
            Value::Count(count) => {
                OrderedJson::Number(i64::try_from(*count).map_or(Number::Float(*count as f64), Number::Int))
            }
            Value::Number(number) => OrderedJson::Number(*number),
            Value::Bound(bound) => OrderedJson::Number(bound.limit),
            Value::Exclusive => return None,
            Value::Text(text) => OrderedJson::string(text),
            Value::Flag(flag) => OrderedJson::Bool(*flag),
            Value::Members(members) => OrderedJson::Array(members.iter().map(OrderedJson::from_json).collect()),
        })
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Value::Count(count)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Value::Number(number)
    }
}

impl From<Bound> for Value {
    fn from(bound: Bound) -> Self {
        Value::Bound(bound)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<Vec<Json>> for Value {
    fn from(members: Vec<Json>) -> Self {
        Value::Members(members)
    }
}

/// Formats the value for messages to users.
impl Display for Value {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(out, "{count}"),
            Value::Number(number) => write!(out, "{number}"),
            Value::Bound(bound) => write!(out, "{}", bound.limit),
            Value::Exclusive => out.write_str("exclusive"),
            Value::Text(text) => out.write_str(&go::quote(text)),
            Value::Flag(flag) => write!(out, "{flag}"),
            Value::Members(members) => out.write_str(&members.iter().map(go::to_json).collect::<Vec<_>>().join(" ")),
        }
    }
}
