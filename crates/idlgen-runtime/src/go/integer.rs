//! Float to integer conversions.

use super::format_json_float;

/// Converts a float like Go's `int64(value)` on amd64: truncates towards zero, and returns the minimum integer for
/// values outside the range.
///
/// ```
/// use idlgen_runtime::go::float_to_int;
/// assert_eq!(float_to_int(-1.9), -1);
/// assert_eq!(float_to_int(9223372036854775807.0), i64::MIN);
/// assert_eq!(float_to_int(f64::NAN), i64::MIN);
/// ```
#[inline]
pub fn float_to_int(value: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&value) { value as i64 } else { i64::MIN }
}

/// Returns `true` if Kubernetes accepts `value` as an integer: it is integral within ±2^53, or positive and within one
/// part in a billion of an integer (`IsFloat64AJSONInteger` of `github.com/go-openapi/swag`).
pub fn is_json_integer(value: f64) -> bool {
    const LIMIT: f64 = 9_007_199_254_740_991.0;
    const EPSILON: f64 = 1e-9;
    if !(-LIMIT..=LIMIT).contains(&value) {
        return false;
    }
    if value.trunc() == value {
        return true;
    }
    // The upstream function converts the value to an unsigned integer for the comparison, so negative values never
    // match.
    let whole = value.trunc();
    if value < 0.0 || whole == 0.0 {
        return false;
    }
    (value - whole).abs() / (value + whole) < EPSILON
}

/// Returns the integer that is read if Go writes a float as JSON and the `json` package of Kubernetes reads it again:
/// `2.0` is written as `2`. Returns `None` if that is a float, too, or for the negative zero, which keeps its sign.
///
/// ```
/// use idlgen_runtime::go::json_integer;
/// assert_eq!([2.0, 0.5, 1e300].map(json_integer), [Some(2), None, None]);
/// ```
pub fn json_integer(value: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_integral = value.fract() == 0.0 && (-LIMIT..LIMIT).contains(&value);
    if !is_integral || (value == 0.0 && value.is_sign_negative()) {
        return None;
    }
    // Up to 2^53, the shortest digits are exact.
    if value.abs() <= EXACT { Some(value as i64) } else { format_json_float(value).parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::{is_json_integer, json_integer};

    #[test]
    fn floats_that_are_written_as_integers() {
        for (value, expected) in [
            (0.0, Some(0)),
            (-3.0, Some(-3)),
            // Go writes the shortest digits.
            (9_007_199_254_740_992.0, Some(9_007_199_254_740_992)),
            (-9_007_199_254_740_994.0, Some(-9_007_199_254_740_994)),
            (1_234_567_890_123_456_789.0, Some(1_234_567_890_123_456_800)),
            (-0.0, None),
            (1.5, None),
            (1e19, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(json_integer(value), expected, "{value}");
        }
    }

    #[test]
    fn integers_of_json() {
        for value in [0.0, -0.0, 1.0, -3.0, 1e15, 9_007_199_254_740_991.0, -9_007_199_254_740_991.0] {
            assert!(is_json_integer(value), "{value}");
        }
        // The tolerance is relative to twice the integer, and only greater numbers are accepted.
        for value in [1.000_000_000_1, 1.000_000_001_9, 1_000_000.001_9] {
            assert!(is_json_integer(value), "{value}");
        }
        for value in [1.000_000_002_1, 1_000_000.002_1, 0.999_999_999_9, 1.999_999_999_9, -1_000_000.000_1] {
            assert!(!is_json_integer(value), "{value}");
        }
        for value in [9_007_199_254_740_992.0, -9_007_199_254_740_992.0] {
            assert!(!is_json_integer(value), "{value}");
        }
        for value in [0.5, -0.5, 1.5, -1.000_000_000_1, 1e16, f64::NAN, f64::INFINITY, 5e-324, 1.00001] {
            assert!(!is_json_integer(value), "{value}");
        }
    }
}
