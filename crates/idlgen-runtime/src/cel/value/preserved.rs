//! Data of unknown schema (`unknownPreserved` of k8s.io/apiserver/pkg/cel/common).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Preserved, Value};
use crate::check::deep_equal;
use crate::value::ValueRef;

impl<'a> Preserved<'a> {
    pub(in crate::cel) fn new(data: ValueRef<'a>) -> Self {
        Self(Arc::new(data))
    }

    /// Returns the data without conversion.
    pub fn data(&self) -> &ValueRef<'a> {
        &self.0
    }

    /// Compares the data with the underlying Go value of a value. Numbers of different types are different.
    pub(in crate::cel) fn equals(&self, other: &Value<'_>) -> bool {
        let other = match other {
            Value::Bool(value) => ValueRef::Bool(*value),
            Value::Int(value) => ValueRef::Int(*value),
            Value::Double(value) => ValueRef::Float(*value),
            Value::String(text) => ValueRef::String(Cow::Borrowed(text.as_str())),
            Value::List(list) => match list.data() {
                Some((data, _)) => ValueRef::List(data),
                None => return false,
            },
            Value::Map(map) => match map.data() {
                Some((data, _)) => ValueRef::Map(data),
                None => return false,
            },
            Value::Preserved(other) => return deep_equal(&self.0, &other.0),
            _ => return false,
        };
        deep_equal(&self.0, &other)
    }
}

impl fmt::Debug for Preserved<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Value::of_unknown_data(ValueRef::clone(&self.0)).fmt(formatter)
    }
}
