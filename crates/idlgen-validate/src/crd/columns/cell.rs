//! Table cells.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::{
    go::{self, Instant, Layout, parse_time},
    value::Number,
};
use serde_json::Value as Json;

use super::age::age;
use crate::jsonpath::Value;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "JSON has no other scalars")]
pub enum Cell {
    /// An empty cell: there is no value, or it does not have the type of the column.
    Nothing,
    /// A string, or the age of a date, such as `5d`.
    Text(String),
    /// The value of an `integer` column.
    Integer(i64),
    /// The value of a `number` column.
    Number(f64),
    /// The value of a `boolean` column.
    Boolean(bool),
}

impl Cell {
    /// Converts a value to a cell for a column of this type (`cellForJSONValue`). If the value has another type, the
    /// cell is empty. A date is converted to its age at `now`.
    pub fn new(column_type: &str, value: Value<'_>, now: Instant) -> Self {
        let number = match value {
            Value::Json(Json::Number(number)) => Some(Number::from_json(number)),
            // The server does not expect the Go type of integers in a template, so these give an empty cell.
            Value::Float(value) => Some(Number::Float(value)),
            _ => None,
        };
        let text = match value {
            Value::Json(Json::String(text)) => Some(text.as_str()),
            Value::Text(text) => Some(text),
            _ => None,
        };
        match (column_type, number, text, value) {
            ("integer", Some(Number::Int(value)), ..) => Cell::Integer(value),
            ("integer", Some(Number::Float(value)), ..) => Cell::Integer(go::float_to_int(value)),
            ("number", Some(number), ..) => Cell::Number(number.as_f64()),
            ("boolean", .., Value::Json(&Json::Bool(value)) | Value::Boolean(value)) => Cell::Boolean(value),
            ("string", _, Some(text), _) => Cell::Text(text.to_owned()),
            ("date", _, Some(text), _) => Cell::Text(date(text, now)),
            _ => Cell::Nothing,
        }
    }

    /// Returns the cell as JSON, like the server sends it.
    pub fn to_json(&self) -> Json {
        match self {
            Cell::Nothing => Json::Null,
            Cell::Text(text) => text.as_str().into(),
            Cell::Integer(value) => (*value).into(),
            Cell::Number(value) => (*value).into(),
            Cell::Boolean(value) => (*value).into(),
        }
    }
}

impl Display for Cell {
    /// Formats the cell like `kubectl`, on a single line and without terminal control characters.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Nothing => Ok(()),
            Cell::Text(text) => {
                let (line, is_cut) = match text.find(['\u{c}', '\n', '\r']) {
                    Some(end) => (text.get(..end).unwrap_or_default(), true),
                    None => (text.as_str(), false),
                };
                f.write_str(&line.replace('\u{1b}', "^["))?;
                f.write_str(if is_cut { "..." } else { "" })
            }
            Cell::Integer(value) => write!(f, "{value}"),
            // In the response, a number without a fraction cannot be distinguished from an integer.
            Cell::Number(value) => match go::format_json_float(*value).parse::<i64>() {
                Ok(integer) => write!(f, "{integer}"),
                Err(_) => f.write_str(&go::format_float(*value)),
            },
            Cell::Boolean(value) => write!(f, "{value}"),
        }
    }
}

/// Formats the age of a date (`metav1.Time.UnmarshalQueryParameter` and `table.ConvertToHumanReadableDateType`).
fn date(text: &str, now: Instant) -> String {
    if text.is_empty() || text == "null" {
        return "<unknown>".to_owned();
    }
    match parse_time(Layout::Rfc3339, text) {
        Ok(Instant::ZERO) => "<unknown>".to_owned(),
        Ok(then) => age(then, now),
        Err(_) => "<invalid>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_shown_on_one_line() {
        assert_eq!(Cell::Text("a\nb".to_owned()).to_string(), "a...");
        assert_eq!(Cell::Text("\u{1b}[31m".to_owned()).to_string(), "^[[31m");
    }

    #[test]
    fn numbers_are_printed_as_they_come_over_the_wire() {
        for (value, text) in
            [(42.0, "42"), (1e7, "10000000"), (0.5, "0.5"), (1e21, "1e+21"), (1_234_567.5, "1.2345675e+06")]
        {
            assert_eq!(Cell::Number(value).to_string(), text);
        }
    }
}
