//! Formats JSON like `encoding/json.Marshal`: keys are sorted, and `<`, `>`, `&` and U+2028/2029 are escaped.

use std::fmt::Write;

use serde_json::{Map, Value as Json};

use super::format_json_float;
use crate::value::Number;

/// Formats `value` as compact JSON.
pub fn to_json(value: &Json) -> String {
    let mut text = String::new();
    write_value(value, &mut text);
    text
}

/// Returns the members of an object sorted by name, which is the order in which `encoding/json` writes them.
///
/// ```
/// use idlgen_runtime::go::sorted_members;
/// let object = serde_json::json!({"b": 1, "a": 2});
/// let names: Vec<_> = object.as_object().into_iter().flat_map(sorted_members).map(|(name, _)| name).collect();
/// assert_eq!(names, ["a", "b"]);
/// ```
pub fn sorted_members(object: &Map<String, Json>) -> Vec<(&String, &Json)> {
    let mut members: Vec<_> = object.iter().collect();
    members.sort_by_key(|(name, _)| *name);
    members
}

/// Formats `value` as multi-line JSON with one `indent` per level (`json.MarshalIndent`). An empty list or object is
/// written on one line.
///
/// ```
/// use idlgen_runtime::go::to_indented_json;
/// let value = serde_json::json!({"b": [1, {}], "a": "<"});
/// assert_eq!(to_indented_json(&value, "  "), "{\n  \"a\": \"\\u003c\",\n  \"b\": [\n    1,\n    {}\n  ]\n}");
/// ```
pub fn to_indented_json(value: &Json, indent: &str) -> String {
    let mut text = String::new();
    write_indented(value, indent, 0, &mut text);
    text
}

fn write_indented(value: &Json, indent: &str, level: usize, text: &mut String) {
    let break_line = |level: usize, text: &mut String| {
        text.push('\n');
        for _ in 0..level {
            text.push_str(indent);
        }
    };
    match value {
        Json::Array(items) if !items.is_empty() => {
            for (position, item) in items.iter().enumerate() {
                text.push(if position == 0 { '[' } else { ',' });
                break_line(level + 1, text);
                write_indented(item, indent, level + 1, text);
            }
            break_line(level, text);
            text.push(']');
        }
        Json::Object(entries) if !entries.is_empty() => {
            for (position, (key, value)) in sorted_members(entries).into_iter().enumerate() {
                text.push(if position == 0 { '{' } else { ',' });
                break_line(level + 1, text);
                write_value(&Json::String(key.clone()), text);
                text.push_str(": ");
                write_indented(value, indent, level + 1, text);
            }
            break_line(level, text);
            text.push('}');
        }
        other => write_value(other, text),
    }
}

fn write_value(value: &Json, text: &mut String) {
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Json::Number(number) => match Number::from_json(number) {
            Number::Int(value) => {
                let _ = write!(text, "{value}");
            }
            Number::Float(value) => text.push_str(&format_json_float(value)),
        },
        Json::String(value) => write_string(value, text),
        Json::Array(items) => {
            text.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_value(item, text);
            }
            text.push(']');
        }
        Json::Object(entries) => {
            text.push('{');
            for (position, (key, value)) in sorted_members(entries).into_iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_string(key, text);
                text.push(':');
                write_value(value, text);
            }
            text.push('}');
        }
    }
}

fn write_string(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(text, "\\u{:04x}", character as u32);
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{to_indented_json, to_json};

    #[test]
    fn writes_what_go_writes() {
        for (value, text) in [
            (json!({"b": {}, "a": []}), r#"{"a":[],"b":{}}"#),
            (json!([null, true, 1, 1.0, 1e21, 1e-7, -1.5]), "[null,true,1,1,1e+21,1e-7,-1.5]"),
            (json!("<&>\u{2028}\u{2029}"), r#""\u003c\u0026\u003e\u2028\u2029""#),
            (json!("\0\u{1f}\n\r\t\u{8}\u{c}\"\\/"), r#""\u0000\u001f\n\r\t\b\f\"\\/""#),
            (json!("é\u{7f}\u{ad}"), "\"é\u{7f}\u{ad}\""),
        ] {
            assert_eq!(to_json(&value), text);
        }
    }

    #[test]
    fn each_level_has_its_indentation() {
        let value = json!({"b": [[1, {}], []], "a": {"c": {"d": "<"}}});
        let expected = [
            "{",
            "\t\"a\": {",
            "\t\t\"c\": {",
            "\t\t\t\"d\": \"\\u003c\"",
            "\t\t}",
            "\t},",
            "\t\"b\": [",
            "\t\t[",
            "\t\t\t1,",
            "\t\t\t{}",
            "\t\t],",
            "\t\t[]",
            "\t]",
            "}",
        ];
        assert_eq!(to_indented_json(&value, "\t"), expected.join("\n"));
    }
}
