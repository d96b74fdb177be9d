//! `strconv.FormatFloat(f, 'g', -1, 64)`, which is `%v`.

/// The shortest text that reads back as `value`, with an exponent of at least two digits below 1e-4 and from 1e6 on, as `%v` prints a float64.
///
/// ```
/// use idlgen_runtime::go::format_float;
/// assert_eq!(format_float(1e7), "1e+07");
/// assert_eq!(format_float(0.5), "0.5");
/// assert_eq!(format_float(1e20), "1e+20");
/// assert_eq!(format_float(f64::INFINITY), "+Inf");
/// ```
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf".to_owned() } else { "-Inf".to_owned() };
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0".to_owned() } else { "0".to_owned() };
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);

    // strconv takes 6 as the precision of the shortest form when it chooses between %e and %f.
    if !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{mantissa}e{sign}{:02}", exponent.abs());
    }
    format!("{value}")
}
