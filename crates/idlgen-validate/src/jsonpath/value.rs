//! The values of results.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::{go, value::Number};
use serde_json::Value as Json;

use super::error::EvaluationError;

/// A value that comes from the data or from the template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A value from the data.
    Json(&'a Json),
    /// A string from the template.
    Text(&'a str),
    /// An integer from the template.
    Integer(i64),
    /// A number from the template that is not an integer.
    Float(f64),
    /// `true` or `false` from the template.
    Boolean(bool),
    /// A byte of a string. Wildcards and recursive descent split strings into bytes.
    Byte(u8),
    /// A missing initial value: the data is null, or a range is empty or iterates over null.
    Missing,
}

impl<'a> Value<'a> {
    /// Returns the initial value for evaluating a template or the body of a range.
    pub(super) fn of_root(data: &'a Json) -> Self {
        if data.is_null() { Value::Missing } else { Value::Json(data) }
    }

    /// Returns the initial value for an iteration of a range.
    pub(super) fn as_root(self) -> Result<Self, EvaluationError> {
        match self {
            Value::Missing => Err(EvaluationError::NoValue),
            Value::Json(data) => Ok(Value::of_root(data)),
            other => Ok(other),
        }
    }

    /// Returns the items if this is a list.
    pub(super) fn items(self) -> Option<&'a [Json]> {
        match self {
            Value::Json(Json::Array(items)) => Some(items),
            _ => None,
        }
    }

    /// Returns `true` for null from the data.
    pub(super) fn is_null(self) -> bool {
        matches!(self, Value::Json(Json::Null))
    }

    /// Returns the children: the values of an object in the order of their keys, the items of a list, or the bytes of a
    /// string.
    pub(super) fn below(self) -> Vec<Value<'a>> {
        match self {
            Value::Json(Json::Array(items)) => items.iter().map(Value::Json).collect(),
            Value::Json(Json::Object(entries)) => {
                go::sorted_members(entries).into_iter().map(|(_, value)| Value::Json(value)).collect()
            }
            Value::Json(Json::String(text)) => text.bytes().map(Value::Byte).collect(),
            Value::Text(text) => text.bytes().map(Value::Byte).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the name of the Go type of the decoded value. Returns `None` if the value has no type.
    pub(super) fn type_name(self) -> Option<&'static str> {
        Some(match self {
            Value::Json(Json::Null) | Value::Missing => return None,
            Value::Json(Json::Bool(_)) | Value::Boolean(_) => "bool",
            Value::Json(Json::Number(number)) => match Number::from_json(number) {
                Number::Int(_) => "int64",
                Number::Float(_) => "float64",
            },
            Value::Json(Json::String(_)) | Value::Text(_) => "string",
            Value::Json(Json::Array(_)) => "[]interface {}",
            Value::Json(Json::Object(_)) => "map[string]interface {}",
            Value::Integer(_) => "int",
            Value::Float(_) => "float64",
            Value::Byte(_) => "uint8",
        })
    }

    /// Formats the value as in the output of a template: objects and lists as JSON, everything else like Go.
    pub fn print(self) -> String {
        match self {
            Value::Json(Json::Null) => "null".to_owned(),
            Value::Json(value @ (Json::Array(_) | Json::Object(_))) => go::to_json(value),
            Value::Missing => "<no value>".to_owned(),
            other => other.to_string(),
        }
    }

    /// Converts the value to JSON. Returns an error if it is missing.
    pub fn to_json(self) -> Result<Json, EvaluationError> {
        match self {
            Value::Json(value) => Ok(value.clone()),
            Value::Text(text) => Ok(text.into()),
            Value::Integer(value) => Ok(value.into()),
            Value::Float(value) => Ok(value.into()),
            Value::Boolean(value) => Ok(value.into()),
            Value::Byte(value) => Ok(value.into()),
            Value::Missing => Err(EvaluationError::NoValue),
        }
    }
}

impl Display for Value<'_> {
    /// Formats like Go's `%v`: `map[a:1 b:[x <nil>]]`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Json(value) => write_json(value, f),
            Value::Text(text) => f.write_str(text),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Float(value) => f.write_str(&go::format_float(*value)),
            Value::Boolean(value) => write!(f, "{value}"),
            Value::Byte(value) => write!(f, "{value}"),
            Value::Missing => f.write_str("<invalid reflect.Value>"),
        }
    }
}

fn write_json(value: &Json, f: &mut Formatter<'_>) -> fmt::Result {
    match value {
        Json::Null => f.write_str("<nil>"),
        Json::Bool(value) => write!(f, "{value}"),
        Json::Number(number) => write!(f, "{}", Number::from_json(number)),
        Json::String(text) => f.write_str(text),
        Json::Array(items) => {
            f.write_str("[")?;
            for (position, item) in items.iter().enumerate() {
                f.write_str(if position == 0 { "" } else { " " })?;
                write_json(item, f)?;
            }
            f.write_str("]")
        }
        Json::Object(entries) => {
            f.write_str("map[")?;
            for (position, (key, value)) in go::sorted_members(entries).into_iter().enumerate() {
                write!(f, "{}{key}:", if position == 0 { "" } else { " " })?;
                write_json(value, f)?;
            }
            f.write_str("]")
        }
    }
}
