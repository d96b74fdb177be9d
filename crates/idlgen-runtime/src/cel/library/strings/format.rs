//! `format` (cel-go's `ext/strings.go` up to version 3, `ext/formatting.go`). Kubernetes still uses the
//! locale-dependent formatter of cel-go, which formats numbers for American English.

mod argument;
mod clause;
mod number;
mod value;

pub use number::{fixed, scientific};

use super::limit;
use crate::cel::{EvaluationError, value::List};
use clause::Clause;

/// `template.format(arguments)`: replaces each clause of the template with one argument, in order. `%%` represents `%`.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::strings::format, value::List};
/// let arguments = List::from(vec![Value::Int(5), Value::Double(1234.5), Value::text("a")]);
/// assert_eq!(format("%d of %.1f %%: %s", &arguments).unwrap(), "5 of 1,234.5 %: a");
/// assert_eq!(format("%s %s %s %s", &arguments).unwrap_err().to_string(), "index 3 out of range");
/// ```
pub fn format(template: &str, arguments: &List<'_>) -> Result<String, EvaluationError> {
    let mut formatted = String::with_capacity(template.len());
    let mut rest = template;
    let mut index = 0;
    while let Some(at) = rest.find('%') {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        formatted.push_str(before);
        let after = after.strip_prefix('%').unwrap_or(after);
        if let Some(after) = after.strip_prefix('%') {
            formatted.push('%');
            rest = after;
            continue;
        }
        let argument =
            arguments.get(index).ok_or_else(|| EvaluationError::message(format!("index {index} out of range")))?;
        if after.is_empty() {
            return Err(EvaluationError::message("unexpected end of string"));
        }
        let (clause, after) = Clause::parse(after)
            .map_err(|error| EvaluationError::message(format!("could not parse formatting clause: {error}")))?;
        // An argument that does not match its schema is a value of type `error` in cel-go.
        let written = match &argument {
            Ok(argument) => clause.write(argument, &mut formatted),
            Err(_) => Err(clause.does_not_take_type("error")),
        };
        written.map_err(|error| {
            if error.is_final() { error } else { EvaluationError::message(format!("error during formatting: {error}")) }
        })?;
        limit::check(formatted.len())?;
        rest = after;
        index += 1;
    }
    formatted.push_str(rest);
    Ok(formatted)
}

#[cfg(test)]
mod tests {
    use super::format;
    use crate::cel::{
        Value,
        value::{Bytes, List, Map, Text, Timestamp},
    };

    #[test]
    fn clauses() {
        let time = Timestamp { seconds: 0, nanoseconds: 0, offset: 0 };
        let map = Map::from(vec![(Value::text("b"), Value::Double(2.5)), (Value::text("a"), Value::Null)]);
        let nested = Value::from(vec![
            Value::text("x\"y"),
            Value::Duration(1_500_000_000),
            Value::Timestamp(time),
            Value::Bytes(Bytes::Borrowed(b"z")),
            Value::Double(f64::INFINITY),
            Value::Type(Text::from("int")),
        ]);
        let cases: Vec<(&str, Vec<Value<'_>>, Result<&str, &str>)> = vec![
            ("100%%", vec![], Ok("100%")),
            ("%s", vec![Value::Map(map)], Ok(r#"{"a":null, "b":2.500000}"#)),
            (
                "%s",
                vec![nested],
                Ok(r#"["x\"y", duration("1.5s"), timestamp("1970-01-01T00:00:00Z"), b"z", "+Inf", int]"#),
            ),
            ("%s %s", vec![Value::Double(1e6), Value::Duration(1)], Ok("1e+06 0.000000001s")),
            ("%d %d", vec![Value::Int(-5), Value::Uint(7)], Ok("-5 7")),
            ("%b %b", vec![Value::Int(-5), Value::Bool(true)], Ok("-101 1")),
            ("%x %X %o", vec![Value::text("a\u{f}"), Value::Int(255), Value::Uint(8)], Ok("610f FF 10")),
            ("%f", vec![Value::text("-Infinity")], Ok("-∞")),
            ("%", vec![Value::Null], Err("unexpected end of string")),
            ("%s", vec![], Err("index 0 out of range")),
            ("%é", vec![Value::Null], Err("could not parse formatting clause: unrecognized formatting clause \"Ã\"")),
            (
                "%.x",
                vec![Value::Null],
                Err("could not parse formatting clause: error while parsing precision: error while converting \
                     precision to \
                     integer: strconv.Atoi: parsing \"\": invalid syntax"),
            ),
            (
                "%d",
                vec![Value::Bool(true)],
                Err("error during formatting: decimal clause can only be used on integers, was given bool"),
            ),
            (
                "%s",
                vec![Value::from(vec![Value::NONE])],
                Err("error during formatting: no formatting function for optional_type"),
            ),
        ];
        for (template, arguments, wanted) in cases {
            let got = format(template, &List::from(arguments)).map_err(|error| error.to_string());
            assert_eq!(got, wanted.map(str::to_owned).map_err(str::to_owned), "{template}");
        }
    }
}
