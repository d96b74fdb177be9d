//! Formats JSON values like Go's `%T` and `%v`.

use std::fmt::Write;

use idlgen_runtime::{go, value::Number};
use serde_json::Value as Json;

/// Returns what `%T` prints for a value that Kubernetes has decoded.
pub(super) fn type_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Number(number) => match Number::from_json(number) {
            Number::Int(_) => "int64",
            Number::Float(_) => "float64",
        },
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

/// Returns what `%v` prints for a value that Kubernetes has decoded: `map[a:1 b:[x y]]`.
pub(super) fn print(value: &Json) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

fn write_value(value: &Json, text: &mut String) {
    match value {
        Json::Null => text.push_str("<nil>"),
        Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => {
            let _ = write!(text, "{}", Number::from_json(number));
        }
        Json::String(value) => text.push_str(value),
        Json::Array(values) => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                write_value(value, text);
            }
            text.push(']');
        }
        Json::Object(entries) => {
            text.push_str("map[");
            for (index, (key, value)) in go::sorted_members(entries).into_iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                text.push_str(key);
                text.push(':');
                write_value(value, text);
            }
            text.push(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn prints_as_go_does() {
        assert_eq!(
            print(&json!({"b": [1, "x", null], "a": {"c": 1e7, "d": true}})),
            "map[a:map[c:1e+07 d:true] b:[1 x <nil>]]"
        );
        assert_eq!(type_name(&json!(1.0)), "float64");
        assert_eq!(type_name(&json!({})), "map[string]interface {}");
    }
}
