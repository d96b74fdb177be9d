//! `int32`, `int64`, `float` and `double`: the formats of numbers, which Kubernetes enforces since 1.36.

use crate::{go::float_to_int, value::Number};

/// A format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberFormat {
    /// `int32`, of `type: integer`.
    Int32,
    /// `int64`, of `type: integer`.
    Int64,
    /// `float`, of `type: number`.
    Float,
    /// `double`, of `type: number`.
    Double,
}

impl NumberFormat {
    /// The minor version of Kubernetes 1.x since which numbers are held to their format in custom resources.
    pub const SINCE: u16 = 36;

    /// The format `name` of the schema type `schema_type`. Each name belongs to one type only.
    pub fn find(schema_type: &str, name: &str) -> Option<Self> {
        match (schema_type, name) {
            ("integer", "int32") => Some(NumberFormat::Int32),
            ("integer", "int64") => Some(NumberFormat::Int64),
            ("number", "float") => Some(NumberFormat::Float),
            ("number", "double") => Some(NumberFormat::Double),
            _ => None,
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            NumberFormat::Int32 => "int32",
            NumberFormat::Int64 => "int64",
            NumberFormat::Float => "float",
            NumberFormat::Double => "double",
        }
    }

    /// The schema type that it belongs to.
    pub const fn schema_type(self) -> &'static str {
        match self {
            NumberFormat::Int32 | NumberFormat::Int64 => "integer",
            NumberFormat::Float | NumberFormat::Double => "number",
        }
    }

    /// Whether `number` can be held (`IsValueValidAgainstRange` of `k8s.io/kube-openapi/pkg/validation/validate`). A float that is whole is an
    /// integer.
    pub fn accepts(self, number: Number) -> bool {
        match self {
            NumberFormat::Double => true,
            // What rounds to more than the largest 32-bit float overflows.
            NumberFormat::Float => (number.as_f64() as f32).is_finite(),
            NumberFormat::Int32 | NumberFormat::Int64 => {
                let integer = match number {
                    Number::Int(value) => value,
                    Number::Float(value)
                        if float_to_int(value) as f64 == value && value.abs() < 9_223_372_036_854_775_808.0 =>
                    {
                        value as i64
                    }
                    // The smallest integer is a float as well.
                    Number::Float(value) if value == i64::MIN as f64 => i64::MIN,
                    Number::Float(_) => return false,
                };
                self == NumberFormat::Int64 || i32::try_from(integer).is_ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NumberFormat;
    use crate::value::Number;

    #[test]
    fn holds_what_fits() {
        let cases: &[(Number, [bool; 4])] = &[
            (Number::Int(1), [true; 4]),
            (Number::Int(2_147_483_648), [false, true, true, true]),
            (Number::Float(1.0), [true; 4]),
            (Number::Float(1.5), [false, false, true, true]),
            (Number::Float(9_223_372_036_854_775_808.0), [false, false, true, true]),
            (Number::Float(-9_223_372_036_854_775_808.0), [false, true, true, true]),
            (Number::Float(1e39), [false, false, false, true]),
            (Number::Float(f64::MAX), [false, false, false, true]),
        ];
        let formats = [NumberFormat::Int32, NumberFormat::Int64, NumberFormat::Float, NumberFormat::Double];
        for (number, wanted) in cases {
            assert_eq!(formats.map(|format| format.accepts(*number)), *wanted, "{number}");
        }
        assert_eq!(NumberFormat::find("number", "int32"), None);
    }
}
