//! Converts object data to values by its schema (`UnstructuredToVal` of k8s.io/apiserver/pkg/cel/common).

mod byte;
mod date_time;
mod duration;
mod schemaless;

use std::borrow::Cow;
use std::sync::Arc;

use super::{List, Map, Preserved, Text, Value};
use crate::cel::shape::Tag;
use crate::cel::{EvaluationError, Kind, Shape};
use crate::value::ValueRef;

impl<'a> Value<'a> {
    /// Converts data to a value. Copies only strings that are formatted on the fly, and strings that are converted to
    /// another value type because of their format (times, bytes). Returns an error if the data does not match its
    /// schema. Nested data is checked on access.
    ///
    /// ```
    /// use idlgen_runtime::cel::{Kind, Shape, ShapeData, ShapeNode, Value};
    /// use idlgen_runtime::value::Value as _;
    ///
    /// let nodes = vec![ShapeNode { kind: Kind::Number, nullable: false }];
    /// let shape = Shape::new(ShapeData { nodes: nodes.into() });
    /// let number = serde_json::json!(1);
    /// assert!(matches!(Value::of_data(number.as_value(), &shape), Ok(Value::Double(1.0))));
    /// let text = serde_json::json!("x");
    /// let error = Value::of_data(text.as_value(), &shape).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid data, expected float, got string");
    /// ```
    #[inline]
    pub fn of_data(data: ValueRef<'a>, shape: &'a Shape) -> Result<Self, EvaluationError> {
        match (shape.tag(), data) {
            (Tag::String, ValueRef::String(Cow::Borrowed(text))) => Ok(Self::String(Text::Borrowed(text))),
            (Tag::Integer, ValueRef::Int(value)) => Ok(Self::Int(value)),
            (Tag::Boolean, ValueRef::Bool(value)) => Ok(Self::Bool(value)),
            (Tag::Object | Tag::Map, ValueRef::Map(data)) => Ok(Self::Map(Map::of_data(data, shape))),
            (_, data) => Self::of_other_data(data, shape),
        }
    }

    fn of_other_data(data: ValueRef<'a>, shape: &'a Shape) -> Result<Self, EvaluationError> {
        if let ValueRef::Null = data {
            return if shape.nullable() {
                Ok(Self::Null)
            } else {
                Err(EvaluationError::message("invalid data, got null for schema with nullable=false"))
            };
        }
        match (shape.tag(), data) {
            (Tag::String, ValueRef::String(text)) => Ok(Self::String(text_of(text))),
            (Tag::Dyn, ValueRef::Map(data)) => Ok(Self::Map(Map::of_data(data, shape))),
            (Tag::List | Tag::Dyn, ValueRef::List(data)) => Ok(Self::List(List::of_data(data, shape))),
            (Tag::Number, ValueRef::Float(value)) => Ok(Self::Double(value)),
            (Tag::Number, ValueRef::Int(value)) => Ok(Self::Double(value as f64)),
            (Tag::IntOrString | Tag::Dyn, ValueRef::Int(value)) => Ok(Self::Int(value)),
            (Tag::IntOrString | Tag::Dyn, ValueRef::String(text)) => Ok(Self::String(text_of(text))),
            (Tag::Dyn, ValueRef::Bool(value)) => Ok(Self::Bool(value)),
            (Tag::Dyn, ValueRef::Float(value)) => Ok(Self::Double(value)),
            (Tag::Duration, ValueRef::String(text)) => duration::parse(&text).map(Self::Duration),
            (Tag::Date, ValueRef::String(text)) => date_time::parse_date(&text).map(Self::Timestamp),
            (Tag::DateTime, ValueRef::String(text)) => date_time::parse_date_time(&text).map(Self::Timestamp),
            (Tag::Byte, ValueRef::String(text)) => byte::parse(&text).map(|bytes| Self::Bytes(bytes.into())),
            (Tag::Preserved, data) => Ok(Self::Preserved(Preserved::new(data))),
            (_, data) => Err(mismatch(shape.kind(), &data)),
        }
    }

    /// Converts a value to an element that is added to a data list. Only its underlying Go value remains, which is
    /// converted with the schema of the list on access.
    pub(super) fn added_to(self, element: &'a Shape) -> Self {
        match self.unwrapped() {
            value @ (Self::Null | Self::Error(_)) => Self::held(Err(unlike(element.kind(), value.go_value_type()))),
            Self::Optional(None) => Self::Null,
            value => value,
        }
    }

    /// Converts data of unknown schema to a value.
    pub fn of_unknown_data(data: ValueRef<'a>) -> Self {
        match data {
            ValueRef::Null => Self::Null,
            ValueRef::Bool(value) => Self::Bool(value),
            ValueRef::Int(value) => Self::Int(value),
            ValueRef::Float(value) => Self::Double(value),
            ValueRef::String(text) => Self::String(text_of(text)),
            ValueRef::List(data) => Self::List(List::of_data(data, Shape::dynamic())),
            ValueRef::Map(data) => Self::Map(Map::of_data(data, Shape::dynamic())),
        }
    }

    /// Converts the value as if its data had this schema. Data lists do this with elements that are added to them.
    pub(super) fn reread(self, shape: &'a Shape) -> Result<Self, EvaluationError> {
        if matches!(shape.tag(), Tag::Preserved) && !matches!(self, Self::Null) {
            return Ok(self);
        }
        let data = match &self {
            Self::Null => ValueRef::Null,
            Self::Bool(value) => ValueRef::Bool(*value),
            Self::Int(value) => ValueRef::Int(*value),
            Self::Double(value) => ValueRef::Float(*value),
            Self::String(Text::Borrowed(text)) => ValueRef::String(Cow::Borrowed(text)),
            Self::String(Text::Shared(text)) => match shape.kind() {
                Kind::String | Kind::IntOrString | Kind::Dyn => return Ok(self),
                _ => ValueRef::String(Cow::Owned(text.to_string())),
            },
            Self::List(list) => match list.data() {
                Some((data, _)) => ValueRef::List(data),
                None => return list.reread(shape).map(Self::List),
            },
            Self::Map(map) => match map.data() {
                Some((data, _)) => ValueRef::Map(data),
                None => return Err(unlike(shape.kind(), self.go_value_type())),
            },
            Self::Preserved(data) => data.data().clone(),
            Self::Error(error) => return Err(EvaluationError::clone(error)),
            // Data cannot contain the underlying value of any other type.
            _ => return Err(unlike(shape.kind(), self.go_value_type())),
        };
        Self::of_data(data, shape)
    }
}

/// Converts a data string to a CEL string.
pub(super) fn text_of(text: Cow<'_, str>) -> Text<'_> {
    match text {
        Cow::Borrowed(text) => Text::Borrowed(text),
        Cow::Owned(text) => Text::Shared(Arc::from(text)),
    }
}

#[cold]
fn mismatch(kind: &Kind, data: &ValueRef<'_>) -> EvaluationError {
    unlike(kind, go_type(data))
}

/// Returns the name of the Go type of decoded data.
pub(super) fn go_type(data: &ValueRef<'_>) -> &'static str {
    match data {
        ValueRef::Null => "<nil>",
        ValueRef::Bool(_) => "bool",
        ValueRef::Int(_) => "int64",
        ValueRef::Float(_) => "float64",
        ValueRef::String(_) => "string",
        ValueRef::List(_) => "[]interface {}",
        ValueRef::Map(_) => "map[string]interface {}",
    }
}

/// Returns the error for data whose Go type does not match its schema.
#[cold]
pub(super) fn unlike(kind: &Kind, go_type: &str) -> EvaluationError {
    let expected = match kind {
        Kind::IntOrString => {
            return EvaluationError::message(
                "invalid data, expected XIntOrString value to be either a string or integer",
            );
        }
        Kind::Object { .. } | Kind::Map { .. } => {
            return EvaluationError::message("invalid data, expected a map for the provided schema with type=object");
        }
        Kind::List { .. } => {
            return EvaluationError::message("invalid data, expected an array for the provided schema with type=array");
        }
        Kind::Integer => "int",
        Kind::Number => "float",
        Kind::Boolean => "bool",
        Kind::String | Kind::Byte | Kind::Duration | Kind::Date | Kind::DateTime => "string",
        Kind::Dyn | Kind::Preserved => {
            return EvaluationError::message(
                "values preserved by x-kubernetes-preserve-unknown-fields cannot be looked at",
            );
        }
    };
    EvaluationError::message(format!("invalid data, expected {expected}, got {go_type}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{ShapeData, ShapeNode};
    use crate::value::Value as _;
    use serde_json::json;

    fn read(kind: Kind, data: &serde_json::Value) -> String {
        let shape = Shape::new(ShapeData { nodes: vec![ShapeNode { kind, nullable: false }].into() });
        match Value::of_data(data.as_value(), &shape) {
            Ok(value) => format!("{value:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn data_is_read_by_its_schema() {
        for (kind, data, expected) in [
            (Kind::Integer, json!(1), "Int(1)"),
            (Kind::Integer, json!(1.0), "invalid data, expected int, got float64"),
            (Kind::Number, json!(1), "Double(1.0)"),
            (Kind::String, json!(null), "invalid data, got null for schema with nullable=false"),
            (Kind::String, json!({}), "invalid data, expected string, got map[string]interface {}"),
            (Kind::Boolean, json!([]), "invalid data, expected bool, got []interface {}"),
            (Kind::Duration, json!("1h"), "Duration(3600000000000)"),
            (Kind::Duration, json!("3 nanos"), "Duration(3)"),
            (Kind::Duration, json!("3 µs"), "Duration(3000)"),
            (Kind::Duration, json!("3 Micros"), "Duration(3000)"),
            (Kind::Duration, json!("3 ms"), "Duration(3000000)"),
            (Kind::Duration, json!("3 millis"), "Duration(3000000)"),
            (Kind::Duration, json!("3 s"), "Duration(3000000000)"),
            (Kind::Duration, json!("3 secs"), "Duration(3000000000)"),
            (Kind::Duration, json!("3 m"), "Duration(180000000000)"),
            (Kind::Duration, json!("3 minutes"), "Duration(180000000000)"),
            (Kind::Duration, json!("3 hr"), "Duration(10800000000000)"),
            (Kind::Duration, json!("3 hours"), "Duration(10800000000000)"),
            (Kind::Duration, json!("2 days"), "Duration(172800000000000)"),
            (Kind::Duration, json!("2d"), "Duration(172800000000000)"),
            (Kind::Duration, json!("2 wk"), "Duration(1209600000000000)"),
            (Kind::Duration, json!("2 Weeks"), "Duration(1209600000000000)"),
            (Kind::Duration, json!("1 week and 2 days, 3h"), "Duration(788400000000000)"),
            (Kind::Duration, json!("7 1 s"), "Duration(1000000000)"),
            (Kind::Duration, json!("-2 days"), "Duration(172800000000000)"),
            (Kind::Duration, json!("1\u{c}d"), "Duration(86400000000000)"),
            (Kind::Duration, json!("106752 days"), "Duration(-9223371273709551616)"),
            (Kind::Duration, json!("3 hx"), "Invalid duration 3 hx: unable to parse 3 hx as duration"),
            (
                Kind::Duration,
                json!("2 fortnights"),
                "Invalid duration 2 fortnights: unable to parse 2 fortnights as duration",
            ),
            (
                Kind::Duration,
                json!("9223372036854775808 days"),
                "Invalid duration 9223372036854775808 days: \
                 strconv.Atoi: parsing \"9223372036854775808\": value out of range",
            ),
            (Kind::Duration, json!("x"), "Invalid duration x: unable to parse x as duration"),
            (
                Kind::Date,
                json!("x"),
                "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\"",
            ),
            (Kind::Byte, json!("Zm9v"), "Bytes(Shared([102, 111, 111]))"),
            (Kind::Byte, json!("Zg="), "Invalid byte formatted string Zg=: illegal base64 data at input byte 3"),
            (
                Kind::IntOrString,
                json!(1.5),
                "invalid data, expected XIntOrString value to be either a string or integer",
            ),
        ] {
            assert_eq!(read(kind, &data), expected, "{data}");
        }
    }
}
