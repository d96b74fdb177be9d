//! Values of constants, and conversions between them.

use serde_json::{Number, Value as Json};

use crate::model::Builtin;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConstantValue {
    /// `true`, `false`.
    Bool(bool),
    String(String),
    /// An integer or rune. Go's are unbounded; no API type can represent more than 128 bits.
    Integer(i128),
    /// A number with a fraction.
    Float(f64),
}

impl ConstantValue {
    /// Returns the value as JSON. `None` for a number that JSON cannot represent.
    pub(crate) fn to_json(&self) -> Option<Json> {
        Some(match self {
            ConstantValue::Bool(value) => Json::Bool(*value),
            ConstantValue::String(value) => Json::String(value.clone()),
            ConstantValue::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => Json::Number(value.into()),
                (_, Ok(value)) => Json::Number(value.into()),
                _ => Json::Number(Number::from_f64(*value as f64)?),
            },
            ConstantValue::Float(value) => Json::Number(Number::from_f64(*value)?),
        })
    }

    /// Converts the value to a predeclared type. `None` if Go does not allow it.
    pub(crate) fn convert(self, builtin: Builtin) -> Option<ConstantValue> {
        match (builtin, self) {
            (Builtin::Bool, value @ ConstantValue::Bool(_)) => Some(value),
            (Builtin::String, value @ ConstantValue::String(_)) => Some(value),
            (Builtin::String, ConstantValue::Integer(code_point)) => {
                let letter =
                    u32::try_from(code_point).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                Some(ConstantValue::String(letter.to_string()))
            }
            (Builtin::Float64, ConstantValue::Integer(value)) => Some(ConstantValue::Float(value as f64)),
            (Builtin::Float32, ConstantValue::Integer(value)) => Some(ConstantValue::Float(f64::from(value as f32))),
            (Builtin::Float64, value @ ConstantValue::Float(_)) => Some(value),
            (Builtin::Float32, ConstantValue::Float(value)) => Some(ConstantValue::Float(f64::from(value as f32))),
            (builtin, value) => {
                let (least, greatest) = integer_range(builtin)?;
                let value = match value {
                    ConstantValue::Integer(value) => value,
                    // Up to 2^53, the conversion to an integer is exact.
                    ConstantValue::Float(value) if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 => {
                        value as i128
                    }
                    _ => return None,
                };
                (least..=greatest).contains(&value).then_some(ConstantValue::Integer(value))
            }
        }
    }
}

/// Returns the minimum and maximum of an integer type, or `None` for other types. `int` and `uint` have 64 bits.
pub(crate) fn integer_range(builtin: Builtin) -> Option<(i128, i128)> {
    Some(match builtin {
        Builtin::Int8 => (i8::MIN.into(), i8::MAX.into()),
        Builtin::Int16 => (i16::MIN.into(), i16::MAX.into()),
        Builtin::Int32 | Builtin::Rune => (i32::MIN.into(), i32::MAX.into()),
        Builtin::Int | Builtin::Int64 => (i64::MIN.into(), i64::MAX.into()),
        Builtin::Uint8 | Builtin::Byte => (0, u8::MAX.into()),
        Builtin::Uint16 => (0, u16::MAX.into()),
        Builtin::Uint32 => (0, u32::MAX.into()),
        Builtin::Uint | Builtin::Uint64 | Builtin::Uintptr => (0, u64::MAX.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_values() {
        for (value, expected) in [
            (ConstantValue::Bool(true), Some(json!(true))),
            (ConstantValue::String("a\"b".to_owned()), Some(json!("a\"b"))),
            (ConstantValue::Integer(-3), Some(json!(-3))),
            (ConstantValue::Integer(u64::MAX.into()), Some(json!(u64::MAX))),
            (ConstantValue::Integer(1 << 100), Some(json!(1.267_650_600_228_229_4e30))),
            (ConstantValue::Float(0.5), Some(json!(0.5))),
            (ConstantValue::Float(f64::NAN), None),
        ] {
            assert_eq!(value.to_json(), expected);
        }
    }

    #[test]
    fn conversions() {
        let integer = ConstantValue::Integer;
        let text = |text: &str| ConstantValue::String(text.to_owned());
        for (value, builtin, expected) in [
            (integer(65), Builtin::String, Some(text("A"))),
            (integer(-1), Builtin::String, Some(text("\u{fffd}"))),
            (integer(255), Builtin::Uint8, Some(integer(255))),
            (integer(256), Builtin::Uint8, None),
            (integer(3), Builtin::Float64, Some(ConstantValue::Float(3.0))),
            (ConstantValue::Float(3.0), Builtin::Int, Some(integer(3))),
            (ConstantValue::Float(3.5), Builtin::Int, None),
            (text("a"), Builtin::Int, None),
            (ConstantValue::Bool(true), Builtin::String, None),
        ] {
            assert_eq!(value.clone().convert(builtin), expected, "{value:?} {builtin:?}");
        }
    }

    #[test]
    fn integers_have_the_range_of_their_type() {
        for (builtin, least, greatest) in [
            (Builtin::Int8, -128, 127),
            (Builtin::Int16, -32_768, 32_767),
            (Builtin::Int32, -2_147_483_648, 2_147_483_647),
            (Builtin::Rune, -2_147_483_648, 2_147_483_647),
            (Builtin::Int, -9_223_372_036_854_775_808, 9_223_372_036_854_775_807),
            (Builtin::Int64, -9_223_372_036_854_775_808, 9_223_372_036_854_775_807),
            (Builtin::Uint8, 0, 255),
            (Builtin::Byte, 0, 255),
            (Builtin::Uint16, 0, 65_535),
            (Builtin::Uint32, 0, 4_294_967_295),
            (Builtin::Uint, 0, 18_446_744_073_709_551_615),
            (Builtin::Uint64, 0, 18_446_744_073_709_551_615),
            (Builtin::Uintptr, 0, 18_446_744_073_709_551_615),
        ] {
            let fits = |value: i128| {
                let converted = ConstantValue::Integer(value).convert(builtin);
                assert!(converted.is_none() || converted == Some(ConstantValue::Integer(value)), "{value} {builtin:?}");
                converted.is_some()
            };
            let found = [least - 1, least, greatest, greatest + 1].map(fits);
            assert_eq!(found, [false, true, true, false], "{builtin:?}");
        }
    }

    #[test]
    fn floats_are_rounded_to_their_type() {
        let float = ConstantValue::Float;
        for (value, builtin, expected) in [
            (ConstantValue::Integer(16_777_217), Builtin::Float32, Some(float(16_777_216.0))),
            (float(16_777_217.0), Builtin::Float32, Some(float(16_777_216.0))),
            (float(16_777_217.0), Builtin::Float64, Some(float(16_777_217.0))),
            (float(9_007_199_254_740_992.0), Builtin::Int64, Some(ConstantValue::Integer(1 << 53))),
            (float(9_007_199_254_740_994.0), Builtin::Int64, None),
            (float(-3.0), Builtin::Int, Some(ConstantValue::Integer(-3))),
            (float(-3.0), Builtin::Uint, None),
            (float(1.0), Builtin::String, None),
            (float(1.0), Builtin::Bool, None),
            (ConstantValue::Bool(true), Builtin::Bool, Some(ConstantValue::Bool(true))),
            (ConstantValue::Bool(true), Builtin::Int, None),
        ] {
            assert_eq!(value.clone().convert(builtin), expected, "{value:?} {builtin:?}");
        }
    }
}
