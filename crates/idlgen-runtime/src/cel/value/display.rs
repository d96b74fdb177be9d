//! Formats values in expression syntax.

use std::fmt;

use super::Value;
use crate::go;
use crate::value::ValueRef;

/// Maximum nesting depth of formatted values. Values that are nested deeper are printed as `…`.
const DEPTH: usize = 64;

impl fmt::Display for Value<'_> {
    /// Formats the value in expression syntax: `1u`, `"text"`, `[1, 2]`, `{"a": 1}`, `duration("1h0m0s")`,
    /// `optional.of(1)`.
    ///
    /// ```
    /// use idlgen_runtime::cel::Value;
    /// let null = Value::some(Value::Null);
    /// let value = Value::from(vec![Value::Uint(1), Value::Double(2.0), Value::text("a\"b"), null]);
    /// assert_eq!(value.to_string(), r#"[1u, 2.0, "a\"b", optional.of(null)]"#);
    /// ```
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, formatter, 0)
    }
}

fn write(value: &Value<'_>, formatter: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
    if depth > DEPTH {
        return formatter.write_str("…");
    }
    match value {
        Value::Null => formatter.write_str("null"),
        Value::Bool(value) => write!(formatter, "{value}"),
        Value::Int(value) => write!(formatter, "{value}"),
        Value::Uint(value) => write!(formatter, "{value}u"),
        Value::Double(value) if !value.is_finite() => write!(formatter, "double(\"{}\")", go::format_float(*value)),
        Value::Double(value) => {
            let text = go::format_float(*value);
            let is_whole = !text.contains(['.', 'e']);
            write!(formatter, "{text}{}", if is_whole { ".0" } else { "" })
        }
        Value::String(text) => formatter.write_str(&go::quote(text)),
        Value::Bytes(bytes) => {
            formatter.write_str("b\"")?;
            for byte in bytes.iter() {
                write!(formatter, "{}", std::ascii::escape_default(*byte))?;
            }
            formatter.write_str("\"")
        }
        Value::Duration(nanoseconds) => write!(formatter, "duration(\"{}\")", go::format_duration(*nanoseconds)),
        Value::Timestamp(time) => {
            let instant = go::Instant { seconds: time.seconds, nanoseconds: time.nanoseconds };
            write!(formatter, "timestamp(\"{}\")", go::format_time_nano(instant, time.offset))
        }
        Value::List(list) => {
            formatter.write_str("[")?;
            for (index, element) in list.iter().enumerate() {
                formatter.write_str(if index > 0 { ", " } else { "" })?;
                match element {
                    Ok(element) => write(&element, formatter, depth + 1)?,
                    Err(error) => write!(formatter, "<{error}>")?,
                }
            }
            formatter.write_str("]")
        }
        Value::Map(map) => {
            formatter.write_str("{")?;
            for (index, (key, value)) in map.entries().enumerate() {
                formatter.write_str(if index > 0 { ", " } else { "" })?;
                write(&key, formatter, depth + 1)?;
                formatter.write_str(": ")?;
                match value {
                    Ok(value) => write(&value, formatter, depth + 1)?,
                    Err(error) => write!(formatter, "<{error}>")?,
                }
            }
            formatter.write_str("}")
        }
        Value::Type(name) => formatter.write_str(name),
        Value::Optional(None) => formatter.write_str("optional.none()"),
        Value::Optional(Some(value)) => {
            formatter.write_str("optional.of(")?;
            write(value, formatter, depth + 1)?;
            formatter.write_str(")")
        }
        Value::Quantity(quantity) => write!(formatter, "quantity({})", go::quote(&quantity.number().canonical())),
        Value::Ip(address) => write!(formatter, "ip(\"{address}\")"),
        Value::Cidr(block) => write!(formatter, "cidr(\"{block}\")"),
        Value::Url(url) => write!(formatter, "url({})", go::quote(&url.to_string())),
        Value::Semver(version) => write!(formatter, "semver(\"{version}\")"),
        Value::Format(format) => write!(formatter, "format.{}()", format.name),
        Value::Preserved(data) => write(&Value::of_unknown_data(ValueRef::clone(data.data())), formatter, depth),
        Value::Error(error) => write!(formatter, "<{error}>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_never_integers() {
        for (value, text) in [
            (1.0, "1.0"),
            (0.5, "0.5"),
            (1e21, "1e+21"),
            (f64::NAN, "double(\"NaN\")"),
            (f64::INFINITY, "double(\"+Inf\")"),
            (f64::NEG_INFINITY, "double(\"-Inf\")"),
        ] {
            assert_eq!(Value::Double(value).to_string(), text);
        }
    }

    #[test]
    fn deep_values_are_cut() {
        let nested = |depth: usize| (0..depth).fold(Value::Int(1), |inner, _| Value::from(vec![inner]));
        assert!(!nested(DEPTH).to_string().contains('…'));
        assert!(nested(DEPTH + 1).to_string().contains("[…]"));
    }
}
