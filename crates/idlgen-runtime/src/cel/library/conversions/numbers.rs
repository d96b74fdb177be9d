//! Conversions to `int`, `uint`, `double` and `bool`.

use crate::cel::{ErrorKind, EvaluationError, value::Timestamp};
use crate::go;

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// `int(text)`: decimal digits with an optional sign.
pub fn string_to_int(text: &str) -> Result<i64, EvaluationError> {
    text.parse().map_err(|_| EvaluationError::conversion("string", "int"))
}

/// `int(double)`: truncates towards zero. -2^63 itself is out of range.
///
/// ```
/// use idlgen_runtime::cel::library::conversions::double_to_int;
/// assert_eq!(double_to_int(-1.9), Ok(-1));
/// assert_eq!(double_to_int(1e19).unwrap_err().to_string(), "integer overflow");
/// ```
pub fn double_to_int(value: f64) -> Result<i64, EvaluationError> {
    if value > -TWO_TO_63 && value < TWO_TO_63 { Ok(value as i64) } else { Err(ErrorKind::IntegerOverflow.into()) }
}

/// `int(uint)`
pub fn uint_to_int(value: u64) -> Result<i64, EvaluationError> {
    i64::try_from(value).map_err(|_| ErrorKind::IntegerOverflow.into())
}

/// `int(timestamp)`: seconds since 1970.
pub fn timestamp_to_int(value: Timestamp) -> i64 {
    value.seconds
}

/// `uint(text)`: decimal digits without a sign.
pub fn string_to_uint(text: &str) -> Result<u64, EvaluationError> {
    let digits = Some(text).filter(|text| !text.starts_with('+'));
    digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| EvaluationError::conversion("string", "uint"))
}

/// `uint(double)`: truncates towards zero. Negative values are out of range.
pub fn double_to_uint(value: f64) -> Result<u64, EvaluationError> {
    if (0.0..TWO_TO_64).contains(&value) { Ok(value as u64) } else { Err(ErrorKind::UnsignedIntegerOverflow.into()) }
}

/// `uint(int)`
pub fn int_to_uint(value: i64) -> Result<u64, EvaluationError> {
    u64::try_from(value).map_err(|_| ErrorKind::UnsignedIntegerOverflow.into())
}

/// `double(text)`: parses like Go's `strconv.ParseFloat`, see [`go::parse_float`].
pub fn string_to_double(text: &str) -> Result<f64, EvaluationError> {
    go::parse_float(text).ok_or_else(|| EvaluationError::conversion("string", "double"))
}

/// `bool(text)`: `1`, `t`, `T`, `TRUE`, `true`, `True` and their opposites.
pub fn string_to_bool(text: &str) -> Result<bool, EvaluationError> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(false),
        _ => Err(EvaluationError::conversion("string", "bool")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        assert_eq!(string_to_int("+9223372036854775807"), Ok(i64::MAX));
        assert_eq!(
            string_to_int("1_0").map_err(|error| error.to_string()),
            Err("type conversion error from 'string' to 'int'".to_owned())
        );
        assert!(string_to_int("0x1").is_err());
        assert_eq!(string_to_uint("18446744073709551615"), Ok(u64::MAX));
        assert!(string_to_uint("+1").is_err());
        assert!(string_to_uint("-0").is_err());
        assert!(double_to_int(-TWO_TO_63).is_err());
        assert!(double_to_int(f64::NAN).is_err());
        assert_eq!(double_to_int(9_223_372_036_854_774_784.0), Ok(9_223_372_036_854_774_784));
        assert!(double_to_uint(-0.1).is_err());
        assert_eq!(double_to_uint(-0.0), Ok(0));
        assert!(double_to_uint(TWO_TO_64).is_err());
        assert!(uint_to_int(1 << 63).is_err());
        assert_eq!(string_to_bool("T"), Ok(true));
        assert!(string_to_bool("yes").is_err());
    }

    #[test]
    fn the_limits_of_integers_are_out_of_range() {
        for (value, as_int, as_uint) in [
            (-9_223_372_036_854_775_808.0, None, None),
            (-9_223_372_036_854_774_784.0, Some(-9_223_372_036_854_774_784), None),
            (9_223_372_036_854_774_784.0, Some(9_223_372_036_854_774_784), Some(9_223_372_036_854_774_784)),
            (9_223_372_036_854_775_808.0, None, Some(9_223_372_036_854_775_808)),
            (18_446_744_073_709_549_568.0, None, Some(18_446_744_073_709_549_568)),
            (18_446_744_073_709_551_616.0, None, None),
            (-0.0, Some(0), Some(0)),
            (f64::NAN, None, None),
        ] {
            assert_eq!(double_to_int(value).ok(), as_int, "{value}");
            assert_eq!(double_to_uint(value).ok(), as_uint, "{value}");
        }
    }
}
