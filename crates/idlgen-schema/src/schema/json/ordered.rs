//! JSON that preserves the order of keys. `serde_json::Map` is not sufficient, because its order depends on a Cargo
//! feature that any other crate in a build may enable.

use std::fmt::Write;

use idlgen_runtime::{go, value::Number};
use serde_json::Value as Json;

/// A JSON value with ordered keys.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderedJson {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number. It is printed as in `encoding/json`.
    Number(Number),
    /// A string. It is escaped when it is printed.
    String(String),
    /// An array, in the order of its elements.
    Array(Vec<OrderedJson>),
    /// An object. Keys are printed in this order.
    Object(Vec<(String, OrderedJson)>),
}

/// The layout of printed JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indent {
    /// A single line without spaces, like `encoding/json`.
    Compact,
    /// One entry per line. Each level is indented by this many spaces.
    Spaces(usize),
}

impl Default for Indent {
    fn default() -> Self {
        Indent::Spaces(2)
    }
}

impl Indent {
    fn width(self) -> Option<usize> {
        match self {
            Indent::Compact => None,
            Indent::Spaces(width) => Some(width),
        }
    }
}

impl OrderedJson {
    /// Creates a string.
    pub fn string(text: impl Into<String>) -> Self {
        OrderedJson::String(text.into())
    }

    /// Converts plain JSON. The keys are sorted.
    pub fn from_json(value: &Json) -> Self {
        match value {
            Json::Null => OrderedJson::Null,
            Json::Bool(value) => OrderedJson::Bool(*value),
            Json::Number(number) => OrderedJson::Number(Number::from_json(number)),
            Json::String(text) => OrderedJson::String(text.clone()),
            Json::Array(items) => OrderedJson::Array(items.iter().map(OrderedJson::from_json).collect()),
            Json::Object(entries) => {
                let mut sorted: Vec<(String, OrderedJson)> =
                    entries.iter().map(|(key, value)| (key.clone(), OrderedJson::from_json(value))).collect();
                sorted.sort_by(|left, right| left.0.cmp(&right.0));
                OrderedJson::Object(sorted)
            }
        }
    }

    /// Converts to plain JSON, which discards the order. A float that JSON cannot represent becomes null.
    pub fn to_json(&self) -> Json {
        self.clone().into_json()
    }

    /// Converts like [`to_json`](Self::to_json), but moves strings instead of copying them.
    pub fn into_json(self) -> Json {
        match self {
            OrderedJson::Null => Json::Null,
            OrderedJson::Bool(value) => Json::Bool(value),
            OrderedJson::Number(number) => number.to_json(),
            OrderedJson::String(text) => Json::String(text),
            OrderedJson::Array(items) => Json::Array(items.into_iter().map(OrderedJson::into_json).collect()),
            OrderedJson::Object(entries) => {
                Json::Object(entries.into_iter().map(|(key, value)| (key, value.into_json())).collect())
            }
        }
    }

    /// Formats the value as text. Indented text ends with a newline; compact text does not.
    ///
    /// Only escapes what JSON requires. Unlike in `encoding/json`, `<`, `>` and `&` are not escaped and remain
    /// readable.
    ///
    /// ```
    /// use idlgen_schema::schema::json::{Indent, OrderedJson};
    /// let list = OrderedJson::Array(vec![]);
    /// let value = OrderedJson::Object(vec![("b".into(), OrderedJson::Bool(true)), ("a".into(), list)]);
    /// assert_eq!(value.to_text(Indent::Compact), r#"{"b":true,"a":[]}"#);
    /// assert_eq!(value.to_text(Indent::default()), "{\n  \"b\": true,\n  \"a\": []\n}\n");
    /// ```
    pub fn to_text(&self, indent: Indent) -> String {
        let mut text = String::new();
        self.write(&mut text, indent.width(), 0);
        if indent.width().is_some() {
            text.push('\n');
        }
        text
    }

    fn write(&self, text: &mut String, width: Option<usize>, depth: usize) {
        match self {
            OrderedJson::Null => text.push_str("null"),
            OrderedJson::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            OrderedJson::Number(number) => text.push_str(&go::to_json(&number.to_json())),
            OrderedJson::String(value) => write_string(value, text),
            OrderedJson::Array(items) => {
                text.push('[');
                for (position, item) in items.iter().enumerate() {
                    separate(text, width, depth + 1, position > 0);
                    item.write(text, width, depth + 1);
                }
                close(text, width, depth, !items.is_empty());
                text.push(']');
            }
            OrderedJson::Object(entries) => {
                text.push('{');
                for (position, (key, value)) in entries.iter().enumerate() {
                    separate(text, width, depth + 1, position > 0);
                    write_string(key, text);
                    text.push_str(if width.is_some() { ": " } else { ":" });
                    value.write(text, width, depth + 1);
                }
                close(text, width, depth, !entries.is_empty());
                text.push('}');
            }
        }
    }
}

/// Writes what precedes an entry: the comma after the previous entry, and a new line.
fn separate(text: &mut String, width: Option<usize>, depth: usize, comma: bool) {
    if comma {
        text.push(',');
    }
    if let Some(width) = width {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', width * depth));
    }
}

/// Writes what precedes a closing bracket: a new line, if there are entries.
fn close(text: &mut String, width: Option<usize>, depth: usize, has_entries: bool) {
    if let (Some(width), true) = (width, has_entries) {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', width * depth));
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
            '\0'..='\u{1f}' => {
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

    use super::*;

    #[test]
    fn numbers_are_printed_as_go_does() {
        let cases = [
            (Number::Int(5), "5"),
            (Number::Int(i64::MIN), "-9223372036854775808"),
            (Number::Float(5.0), "5"),
            (Number::Float(0.5), "0.5"),
            (Number::Float(1e30), "1e+30"),
            (Number::Float(1e-9), "1e-9"),
        ];
        for (number, expected) in cases {
            assert_eq!(OrderedJson::Number(number).to_text(Indent::Compact), expected);
        }
    }

    #[test]
    fn strings_keep_html_and_escape_what_json_demands() {
        let text = OrderedJson::string("a<b>&\"\\\n\u{1}é").to_text(Indent::Compact);
        assert_eq!(text, "\"a<b>&\\\"\\\\\\n\\u0001é\"");
    }

    #[test]
    fn plain_json_is_sorted_and_comes_back() {
        let plain = json!({"z": [1, 2.5, null], "a": {"y": "t", "b": false}});
        let ordered = OrderedJson::from_json(&plain);
        assert_eq!(ordered.to_text(Indent::Compact), r#"{"a":{"b":false,"y":"t"},"z":[1,2.5,null]}"#);
        assert_eq!(ordered.to_json(), plain);
    }

    #[test]
    fn empty_containers_stay_on_one_line() {
        let value = OrderedJson::Object(vec![
            ("o".into(), OrderedJson::Object(vec![])),
            ("a".into(), OrderedJson::Array(vec![OrderedJson::Null])),
        ]);
        assert_eq!(value.to_text(Indent::Spaces(1)), "{\n \"o\": {},\n \"a\": [\n  null\n ]\n}\n");
    }

    #[test]
    fn every_level_is_indented() {
        let list = |items| OrderedJson::Array(items);
        let object = |key: &str, value| OrderedJson::Object(vec![(key.into(), value)]);
        let value = list(vec![object("a", list(vec![list(vec![OrderedJson::Null]), object("b", OrderedJson::Null)]))]);
        let expected = [
            "[",
            "  {",
            "    \"a\": [",
            "      [",
            "        null",
            "      ],",
            "      {",
            "        \"b\": null",
            "      }",
            "    ]",
            "  }",
            "]\n",
        ];
        assert_eq!(value.to_text(Indent::Spaces(2)), expected.join("\n"));
        assert_eq!(
            value.to_text(Indent::Spaces(0)).replace('\n', "").replace(": ", ":"),
            value.to_text(Indent::Compact)
        );
        assert_eq!(value.to_text(Indent::Compact), r#"[{"a":[[null],{"b":null}]}]"#);
    }

    #[test]
    fn control_characters_are_escaped() {
        for (text, expected) in [
            ("\u{8}\u{c}\n\r\t", r#""\b\f\n\r\t""#),
            ("\0\u{1f} \u{7f}", "\"\\u0000\\u001f \u{7f}\""),
            ("\"\\/", r#""\"\\/""#),
        ] {
            let written = OrderedJson::string(text).to_text(Indent::Compact);
            assert_eq!(written, expected);
            assert_eq!(serde_json::from_str::<Json>(&written).ok(), Some(Json::from(text)));
        }
    }
}
