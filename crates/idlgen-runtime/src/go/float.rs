//! Formats floats like `strconv.FormatFloat(f, 'g', -1, 64)` (which is `%v`), like `strconv.FormatFloat(f, 'f', -1,
//! 64)`, and like `encoding/json`.

/// Formats a float64 like `%v`: the shortest string that parses to the same value. Below 1e-4 and from 1e6 on, it has
/// an exponent of at least two digits.
///
/// ```
/// use idlgen_runtime::go::format_float;
/// assert_eq!(format_float(1e7), "1e+07");
/// assert_eq!(format_float(123456.0), "123456");
/// assert_eq!(format_float(0.5), "0.5");
/// assert_eq!(format_float(f64::INFINITY), "+Inf");
/// ```
pub fn format_float(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value).to_owned();
    }
    let (digits, exponent) = shortest(value);
    // For the shortest representation, strconv assumes a precision of 6 when it chooses between %e and %f.
    if (-4..6).contains(&exponent) {
        return plain(value, &digits, exponent);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}{sign}{:02}", with_exponent(value, &digits), exponent.abs())
}

/// Formats like `strconv.FormatFloat(f, 'f', -1, 64)`: the fewest digits, without an exponent.
///
/// ```
/// use idlgen_runtime::go::format_plain_float;
/// assert_eq!(format_plain_float(1e7), "10000000");
/// assert_eq!(format_plain_float(-1e-7), "-0.0000001");
/// ```
pub fn format_plain_float(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value).to_owned();
    }
    let (digits, exponent) = shortest(value);
    plain(value, &digits, exponent)
}

fn not_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "+Inf"
    } else {
        "-Inf"
    }
}

/// Formats a float like `encoding/json`: plain digits from 1e-6 up to 1e21, an exponent outside that range.
///
/// ```
/// use idlgen_runtime::go::format_json_float;
/// assert_eq!(format_json_float(1e7), "10000000");
/// assert_eq!(format_json_float(1e21), "1e+21");
/// assert_eq!(format_json_float(1e-7), "1e-7");
/// ```
pub fn format_json_float(value: f64) -> String {
    let (digits, exponent) = shortest(value);
    if (-6..21).contains(&exponent) {
        return plain(value, &digits, exponent);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}{sign}{}", with_exponent(value, &digits), exponent.abs())
}

/// Returns the fewest digits that parse to the magnitude of `value`, and the power of ten of the first digit.
fn shortest(value: f64) -> (String, i32) {
    let parts = |text: &str| {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        (mantissa.replace('.', ""), exponent.parse().unwrap_or(0))
    };
    let magnitude = value.abs();
    let (digits, exponent) = parts(&format!("{magnitude:e}"));
    // If two strings of the minimum length are equally close, Go chooses the one with the even last digit. Formatting
    // with a fixed number of digits does the same.
    let fixed = format!("{magnitude:.*e}", digits.len() - 1);
    if fixed.parse() == Ok(magnitude) { parts(&fixed) } else { (digits, exponent) }
}

/// Formats as `d.ddde`.
fn with_exponent(value: f64, digits: &str) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
    if rest.is_empty() { format!("{sign}{first}e") } else { format!("{sign}{first}.{rest}e") }
}

/// Formats the digits with a decimal point.
fn plain(value: f64, digits: &str, exponent: i32) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
        return format!("{sign}0.{zeros}{digits}");
    }
    let whole = exponent.unsigned_abs() as usize + 1;
    match digits.split_at_checked(whole) {
        Some((whole, "")) => format!("{sign}{whole}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits:0<whole$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_go_does() {
        for (value, percent_v, json) in [
            (0.0, "0", "0"),
            (-0.0, "-0", "-0"),
            (1.5, "1.5", "1.5"),
            (-123.456, "-123.456", "-123.456"),
            (1e5, "100000", "100000"),
            (1e6, "1e+06", "1000000"),
            (2_097_152.0, "2.097152e+06", "2097152"),
            (0.0001, "0.0001", "0.0001"),
            (0.000_01, "1e-05", "0.00001"),
            (1e-6, "1e-06", "0.000001"),
            (9.9e-7, "9.9e-07", "9.9e-7"),
            (999_999_999_999_999_900_000.0, "9.999999999999999e+20", "999999999999999900000"),
            (1e21, "1e+21", "1e+21"),
            (-1e100, "-1e+100", "-1e+100"),
            // 1172442968800055.25 is halfway between two strings.
            (f64::from_bits(14_055_920_609_271_147_741), "-1.1724429688000552e+15", "-1172442968800055.2"),
        ] {
            assert_eq!(format_float(value), percent_v);
            assert_eq!(format_json_float(value), json);
        }
    }
}
