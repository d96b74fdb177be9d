//! The keys that identify the elements of a `map` list with a Rust element type.

pub(super) mod comparison;

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::{
    go::{json_integer, to_json},
    value::{Value, ValueRef},
};

/// The value of one key of an element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListKey<'a> {
    /// The element does not have the key. Missing keys are equal.
    Missing,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float, represented by its bits ([`f64::to_bits`]).
    Float(u64),
    /// A string.
    Text(Cow<'a, str>),
    /// Any other value, represented as JSON text.
    Json(String),
}

impl<'a> ListKey<'a> {
    /// Converts a value to a key.
    #[inline]
    pub fn of(value: &'a dyn Value) -> Self {
        ListKey::of_view(value.as_value())
    }

    #[inline]
    pub(super) fn of_view(value: ValueRef<'a>) -> Self {
        match value {
            ValueRef::Null => ListKey::Missing,
            ValueRef::Bool(value) => ListKey::Bool(value),
            ValueRef::Int(value) => ListKey::Int(value),
            ValueRef::Float(value) => ListKey::from(value),
            ValueRef::String(value) => ListKey::Text(value),
            other => ListKey::Json(to_json(&other.to_json())),
        }
    }

    /// Returns the key, or `Missing` if its value is zero.
    #[must_use]
    #[inline]
    pub fn unless_zero(self) -> Self {
        match &self {
            ListKey::Bool(false) | ListKey::Int(0) => ListKey::Missing,
            ListKey::Float(bits) if f64::from_bits(*bits) == 0.0 => ListKey::Missing,
            ListKey::Text(text) if text.is_empty() => ListKey::Missing,
            _ => self,
        }
    }

    /// Returns the key, or `default` if the key is missing.
    #[must_use]
    #[inline]
    pub fn or(self, default: impl Into<ListKey<'a>>) -> Self {
        if self == ListKey::Missing { default.into() } else { self }
    }

    pub(super) fn to_json(&self) -> Option<Json> {
        match self {
            ListKey::Missing => None,
            ListKey::Bool(value) => Some((*value).into()),
            ListKey::Int(value) => Some((*value).into()),
            ListKey::Float(bits) => {
                let value = f64::from_bits(*bits);
                // As Go writes it.
                Some(json_integer(value).map_or_else(|| ValueRef::Float(value).to_json(), Json::from))
            }
            ListKey::Text(value) => Some(value.as_ref().into()),
            ListKey::Json(text) => serde_json::from_str(text).ok(),
        }
    }
}

impl From<bool> for ListKey<'_> {
    fn from(value: bool) -> Self {
        ListKey::Bool(value)
    }
}

impl From<i64> for ListKey<'_> {
    fn from(value: i64) -> Self {
        ListKey::Int(value)
    }
}

impl From<f64> for ListKey<'_> {
    fn from(value: f64) -> Self {
        ListKey::Float(value.to_bits())
    }
}

impl<'a> From<&'a str> for ListKey<'a> {
    fn from(value: &'a str) -> Self {
        ListKey::Text(Cow::Borrowed(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_keys_are_missing_if_they_are_omitted() {
        let array = ListKey::Json("[]".to_owned());
        for zero in [ListKey::from(false), ListKey::from(0), ListKey::from(0.0), ListKey::from(-0.0), ListKey::from("")]
        {
            assert_eq!(zero.clone().or("a"), zero);
            assert_eq!(zero.unless_zero(), ListKey::Missing);
        }
        let floats = [ListKey::from(0.5), ListKey::from(f64::NAN)];
        for other in floats.into_iter().chain([
            ListKey::from(true),
            ListKey::from(1),
            ListKey::from("a"),
            ListKey::Missing,
            array,
        ]) {
            assert_eq!(other.clone().unless_zero(), other);
        }
        assert_eq!(ListKey::Missing.or(true), ListKey::Bool(true));
    }
}
