//! Compiles `format` of numbers: int32, int64, float and double.

use idlgen_runtime::value::Number;

use super::{SchemaTypes, Settings};

/// First minor version in which the API server enforces number formats.
const SINCE: u16 = 36;

/// The type and format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    /// `integer` or `number`.
    pub schema_type: &'static str,
    /// The format. `None` for the default format of the type.
    pub format: Option<&'static str>,
    /// `true` if limits such as `maximum` must also be in the range of the format.
    pub holds_limits: bool,
}

impl NumberFormat {
    /// Returns the number format if it is enforced. For Go types, formats are enforced in all versions, because
    /// decoding fails for a number outside of the range.
    pub(super) fn compile(said: &[&str], types: &SchemaTypes, settings: &Settings) -> Option<Self> {
        let schema_type = types.single().filter(|schema_type| matches!(*schema_type, "integer" | "number"))?;
        let of_type: &[&'static str] =
            if schema_type == "integer" { &["int32", "int64"] } else { &["float", "double"] };
        let format = said.iter().find_map(|format| of_type.iter().copied().find(|known| known == format));
        let holds_limits = settings.is_since(SINCE);
        if holds_limits || (settings.is_native && format.is_some()) {
            Some(NumberFormat { schema_type, format, holds_limits })
        } else {
            None
        }
    }

    /// Returns `true` if the number is in the range of the format (`validate.IsValueValidAgainstRange`).
    pub fn fits(self, number: Number) -> bool {
        match (self.schema_type, self.format, number) {
            ("integer", Some("int32"), Number::Int(value)) => i32::try_from(value).is_ok(),
            ("integer", Some("int32"), Number::Float(value)) => {
                value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
            }
            ("integer", _, Number::Float(value)) => {
                value.fract() == 0.0 && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value)
            }
            ("number", Some("float"), number) => (number.as_f64() as f32).is_finite(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_the_range_of_their_format() {
        let fits = |schema_type, format, number| NumberFormat { schema_type, format, holds_limits: true }.fits(number);
        let (int, float) = (Number::Int, Number::Float);
        for (schema_type, format, number, expected) in [
            ("integer", Some("int32"), int(2_147_483_647), true),
            ("integer", Some("int32"), int(2_147_483_648), false),
            ("integer", Some("int32"), float(-2_147_483_648.0), true),
            ("integer", Some("int32"), float(-2_147_483_649.0), false),
            ("integer", Some("int32"), float(1.5), false),
            ("integer", Some("int64"), int(i64::MIN), true),
            ("integer", Some("int64"), float(-9_223_372_036_854_775_808.0), true),
            ("integer", Some("int64"), float(9_223_372_036_854_775_808.0), false),
            ("integer", None, float(1.5), false),
            ("integer", None, float(2.0), true),
            ("number", Some("float"), float(3.5e38), false),
            ("number", Some("float"), float(3.4e38), true),
            ("number", Some("double"), float(3.5e38), true),
            ("number", None, float(1.5), true),
        ] {
            assert_eq!(fits(schema_type, format, number), expected, "{schema_type} {format:?} {number:?}");
        }
    }
}
