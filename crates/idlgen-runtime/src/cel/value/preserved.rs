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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{cel::Text, value::Value as _};

    #[test]
    fn scalars_are_compared_without_conversion() {
        let text = |text: &str| Value::String(Text::from(text.to_owned()));
        for (data, equal, different) in [
            (json!(true), Value::Bool(true), Value::Bool(false)),
            (json!(1), Value::Int(1), Value::Double(1.0)),
            (json!(1.5), Value::Double(1.5), Value::Double(2.5)),
            (json!("a"), text("a"), text("b")),
        ] {
            let preserved = Preserved::new(data.as_value());
            assert!(preserved.equals(&equal), "{data}");
            for other in [different, Value::Null, Value::Uint(1), Value::from(vec![Value::Int(1)])] {
                assert!(!preserved.equals(&other), "{data} {other:?}");
            }
            assert!(preserved.equals(&Value::Preserved(preserved.clone())));
        }
        let nested = [json!({"a": 1}), json!({"a": 2}), json!([1]), json!([2])];
        for one in &nested {
            for other in &nested {
                let value = Value::of_unknown_data(other.as_value());
                assert_eq!(Preserved::new(one.as_value()).equals(&value), one == other, "{one} {other}");
            }
        }
        assert_eq!(format!("{:?}", Preserved::new(json!(1).as_value())), "Int(1)");
    }
}
