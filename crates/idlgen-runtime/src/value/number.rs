//! Numbers with the decoding rules of Kubernetes.

use std::fmt;

use crate::go;

/// A number that distinguishes integers and floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// Returns the number as a float. Exact for integers up to 2^53.
    #[inline]
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Converts a `serde_json` number. As in Go, a number beyond `i64` is a float. Negative zero is also a float:
    /// `serde_json` parses the integer `-0` as a float too, but nothing writes an integer like that.
    pub fn from_json(number: &serde_json::Number) -> Self {
        match (number.as_i64(), number.as_f64()) {
            (Some(value), _) => Number::Int(value),
            (None, value) => Number::Float(value.unwrap_or(f64::NAN)),
        }
    }

    /// Returns the number as JSON. A float that JSON cannot represent becomes null.
    pub fn to_json(self) -> serde_json::Value {
        match self {
            Number::Int(value) => value.into(),
            Number::Float(value) => {
                serde_json::Number::from_f64(value).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
        }
    }
}

impl fmt::Display for Number {
    /// Formats like Go's `%v`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(value) => value.fmt(f),
            Number::Float(value) => f.write_str(&go::format_float(*value)),
        }
    }
}

impl From<i32> for Number {
    #[inline]
    fn from(value: i32) -> Self {
        Number::Int(value.into())
    }
}

impl From<i64> for Number {
    #[inline]
    fn from(value: i64) -> Self {
        Number::Int(value)
    }
}

impl From<f64> for Number {
    #[inline]
    fn from(value: f64) -> Self {
        Number::Float(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Number;

    #[test]
    fn integers_stay_integers() {
        for (value, number) in [
            (json!(3), Number::Int(3)),
            (json!(3.0), Number::Float(3.0)),
            (json!(-0.0), Number::Float(-0.0)),
            (json!(i64::MIN), Number::Int(i64::MIN)),
            (json!(u64::MAX), Number::Float(18_446_744_073_709_551_615.0)),
        ] {
            assert_eq!(value.as_number().map(Number::from_json), Some(number), "{value}");
        }
        assert_eq!(Number::Float(f64::NAN).to_json(), json!(null));
    }
}
