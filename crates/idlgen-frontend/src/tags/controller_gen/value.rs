//! Values of a marker's arguments.

use std::collections::BTreeMap;

use idlgen_runtime::go::format_json_float;
use serde_json::Value as Json;

/// The Go type of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `int`.
    Integer,
    /// `int32`. Larger values are truncated.
    Integer32,
    /// `float64`.
    Number,
    /// `string`.
    Text,
    /// `bool`.
    Boolean,
    /// `interface{}`, for which the type is inferred.
    Any,
    /// A slice.
    List(Box<Kind>),
    /// `map[string]interface{}`.
    Map,
    /// Unknown, because the inference failed.
    Invalid,
}

impl Kind {
    /// Returns the type in Go syntax.
    pub fn go_type(&self) -> String {
        match self {
            Kind::Integer => "int".to_owned(),
            Kind::Integer32 => "int32".to_owned(),
            Kind::Number => "float64".to_owned(),
            Kind::Text => "string".to_owned(),
            Kind::Boolean => "bool".to_owned(),
            Kind::Any | Kind::Invalid => "interface {}".to_owned(),
            Kind::List(element) => format!("[]{}", element.go_type()),
            Kind::Map => "map[string]interface {}".to_owned(),
        }
    }

    /// Returns the zero value of the type.
    pub(super) fn zero(&self) -> Value {
        match self {
            Kind::Integer | Kind::Integer32 => Value::Integer(0),
            Kind::Number => Value::Number(0.0),
            Kind::Text => Value::Text(String::new()),
            Kind::Boolean => Value::Boolean(false),
            Kind::Any | Kind::Invalid => Value::Nil,
            Kind::List(element) => Value::List { of: (**element).clone(), items: None },
            Kind::Map => Value::Map(None),
        }
    }
}

/// A value as represented in controller-gen.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A nil `interface{}`.
    Nil,
    /// An `int`.
    Integer(i64),
    /// A `float64`.
    Number(f64),
    /// A `string`.
    Text(String),
    /// A `bool`.
    Boolean(bool),
    /// A slice. Without items it is nil, which is encoded as null.
    List {
        /// The type of its elements.
        of: Kind,
        /// The elements.
        items: Option<Vec<Value>>,
    },
    /// A map by key, or nil.
    Map(Option<BTreeMap<String, Value>>),
    /// The value of `+default`, parsed as JSON.
    Json(Json),
}

impl Value {
    /// Encodes the value like Go's `encoding/json`.
    pub fn to_json(&self) -> Json {
        match self {
            Value::Nil | Value::List { items: None, .. } | Value::Map(None) => Json::Null,
            Value::Integer(value) => Json::from(*value),
            Value::Number(value) => json_number(*value),
            Value::Text(text) => Json::String(text.clone()),
            Value::Boolean(value) => Json::Bool(*value),
            Value::List { items: Some(items), .. } => Json::Array(items.iter().map(Value::to_json).collect()),
            Value::Map(Some(entries)) => {
                Json::Object(entries.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
            }
            Value::Json(value) => floats(value),
        }
    }

    /// Returns the Go type of the contents of an `interface{}` (`%T`).
    pub fn go_type(&self) -> String {
        match self {
            Value::Nil | Value::Json(Json::Null) => "<nil>".to_owned(),
            Value::Integer(_) => "int".to_owned(),
            Value::Number(_) | Value::Json(Json::Number(_)) => "float64".to_owned(),
            Value::Text(_) | Value::Json(Json::String(_)) => "string".to_owned(),
            Value::Boolean(_) | Value::Json(Json::Bool(_)) => "bool".to_owned(),
            Value::List { of, .. } => format!("[]{}", of.go_type()),
            Value::Map(_) | Value::Json(Json::Object(_)) => "map[string]interface {}".to_owned(),
            Value::Json(Json::Array(_)) => "[]interface {}".to_owned(),
        }
    }

    /// Returns the string, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the strings of a list. Empty if it is not a list.
    pub(super) fn strings(&self) -> Vec<String> {
        match self {
            Value::List { items: Some(items), .. } => {
                items.iter().filter_map(Value::as_text).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Converts a float to a JSON number. If `encoding/json` formats it with digits only, it is an integer.
pub fn json_number(value: f64) -> Json {
    let written = format_json_float(value);
    if let Ok(integer) = written.parse::<i64>() {
        return Json::from(integer);
    }
    written.parse::<u64>().map_or_else(|_| Json::from(value), Json::from)
}

/// Converts numbers as if Go had decoded the value into an `interface{}`.
fn floats(value: &Json) -> Json {
    match value {
        Json::Number(number) => json_number(number.as_f64().unwrap_or_default()),
        Json::Array(items) => Json::Array(items.iter().map(floats).collect()),
        Json::Object(entries) => {
            Json::Object(entries.iter().map(|(key, value)| (key.clone(), floats(value))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_type_names_of_go() {
        let list = |of: Kind| Value::List { of, items: None };
        for (value, expected) in [
            (Value::Nil, "<nil>"),
            (Value::Integer(1), "int"),
            (Value::Number(1.5), "float64"),
            (Value::Text("a".to_owned()), "string"),
            (Value::Boolean(true), "bool"),
            (Value::Map(None), "map[string]interface {}"),
            (Value::Json(Json::Array(Vec::new())), "[]interface {}"),
            (list(Kind::Integer), "[]int"),
            (list(Kind::Integer32), "[]int32"),
            (list(Kind::Number), "[]float64"),
            (list(Kind::Text), "[]string"),
            (list(Kind::Boolean), "[]bool"),
            (list(Kind::Any), "[]interface {}"),
            (list(Kind::Map), "[]map[string]interface {}"),
            (list(Kind::List(Box::new(Kind::Text))), "[][]string"),
        ] {
            assert_eq!(value.go_type(), expected);
        }
    }
}
