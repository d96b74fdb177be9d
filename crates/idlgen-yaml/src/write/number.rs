//! Converts numbers to YAML through JSON.

use idlgen_runtime::go::{format_float, format_json_float};
use serde_json::Number;

use crate::number::{Numeral, plain};

/// Formats a number like `encoding/json`, then parses and formats that like goyaml.v2.
pub(super) fn text(number: &Number) -> String {
    if number.is_i64() || number.is_u64() {
        return number.to_string();
    }
    let json = number.as_f64().map_or_else(|| number.to_string(), format_json_float);
    match plain(&json) {
        Some(Numeral::Int(value)) => value.to_string(),
        Some(Numeral::Unsigned(value)) => value.to_string(),
        Some(Numeral::Float(value)) => format_float(value),
        None => json,
    }
}
