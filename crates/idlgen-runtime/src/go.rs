//! Printing as Go prints: `%v` of floats, `%q` of strings, JSON as `encoding/json` writes it.

mod float;
mod integer;
mod json;
mod quote;

pub use float::format_float;
pub use integer::{float_to_int, is_json_integer};
pub use json::{format_json_float, to_json};
pub use quote::quote;

/// The value of a `field.Error` as `field.Error.ErrorBody` prints it: numbers and booleans with `%v`, strings with `%q`, everything
/// else as JSON.
pub fn format_bad_value(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Bool(value) => value.to_string(),
        serde_json::Value::Number(number) => crate::value::Number::from_json(number).to_string(),
        serde_json::Value::String(text) => quote(text),
        other => to_json(other),
    }
}
