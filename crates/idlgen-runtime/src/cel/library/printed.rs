//! Values in messages.

use crate::{cel::Value, go};

/// A value as Go's `%v` prints it; of lists, maps and values of libraries only the type.
pub(super) fn printed(value: &Value<'_>) -> String {
    match value {
        Value::Null => "0".to_owned(),
        Value::Type(name) => name.to_string(),
        Value::Bytes(bytes) => {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("[{}]", numbers.join(" "))
        }
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go::format_float(*value),
        Value::Duration(value) => go::format_duration(*value),
        Value::String(text) => text.to_string(),
        other => other.type_name().to_owned(),
    }
}
