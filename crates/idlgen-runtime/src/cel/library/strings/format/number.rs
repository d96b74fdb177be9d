//! Numbers formatted like `golang.org/x/text/message` for American English.

/// The printer rejects a precision or width if the number without its last digit is greater than this.
const TOO_LARGE: u64 = 1_000_000;

/// The output of the printer for a clause without a verb.
const NO_VERB: &str = "%!(NOVERB)";

/// `%.Nf`: a fixed number of digits after the decimal point, with commas between thousands.
///
/// The printer stores the minimum number of digits in eight bits and the maximum in sixteen, so above 255 there are
/// fewer digits than requested.
///
/// ```
/// use idlgen_runtime::cel::library::strings::fixed;
/// assert_eq!(fixed(-1234567.891, 2), "-1,234,567.89");
/// assert_eq!(fixed(f64::INFINITY, 6), "∞");
/// ```
pub fn fixed(value: f64, precision: u64) -> String {
    if precision / 10 > TOO_LARGE {
        return NO_VERB.to_owned();
    }
    if let Some(special) = not_finite(value) {
        return special.to_owned();
    }
    let at_least = usize::from(precision as u8);
    let digits = match usize::try_from(precision as u16 as i16) {
        Ok(at_most) => format!("{:.at_most$}", value.abs()),
        // Without a maximum, formats as many digits as necessary.
        Err(_) => crate::go::format_plain_float(value.abs()),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let fraction = fraction.trim_end_matches('0');

    let mut text = String::with_capacity(digits.len() * 4 / 3 + at_least);
    if value < 0.0 {
        text.push('-');
    }
    for (place, digit) in (0..whole.len()).rev().zip(whole.chars()) {
        text.push(digit);
        if place > 0 && place % 3 == 0 {
            text.push(',');
        }
    }
    if !fraction.is_empty() || at_least > 0 {
        text.push('.');
        text.push_str(fraction);
        text.extend(std::iter::repeat_n('0', at_least.saturating_sub(fraction.len())));
    }
    text
}

/// `%.Ne`: six digits after the decimal point and a power of ten. The result has at least `width` characters.
///
/// The number in the clause looks like a precision, but the printer receives it as the width.
///
/// ```
/// use idlgen_runtime::cel::library::strings::scientific;
/// assert_eq!(scientific(-1052.032911275, 6), "-1.052033×10⁰³");
/// assert_eq!(scientific(1.0, 15), "  1.000000×10⁰⁰");
/// ```
pub fn scientific(value: f64, width: u64) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if width / 10 > TOO_LARGE {
        return NO_VERB.to_owned();
    }
    let text = not_finite(value).map_or_else(
        || {
            let digits = format!("{:.6e}", value.abs());
            let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
            let exponent: i32 = exponent.parse().unwrap_or(0);
            let sign = if value < 0.0 { "-" } else { "" };
            let exponent_sign = if exponent < 0 { "⁻" } else { "" };
            let power = format!("{:02}", exponent.unsigned_abs());
            let power = power.bytes().filter_map(|digit| SUPERSCRIPTS.get(usize::from(digit.wrapping_sub(b'0'))));
            format!("{sign}{mantissa}×10{exponent_sign}{}", power.collect::<String>())
        },
        str::to_owned,
    );
    format!("{text:>width$}", width = usize::from(width as u16))
}

fn not_finite(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        return Some("NaN");
    }
    value.is_infinite().then_some(if value.is_sign_positive() { "∞" } else { "-∞" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_digits() {
        for (value, precision, text) in [
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (-0.0, 6, "0.000000"),
            (-0.000_000_1, 6, "-0.000000"),
            (999.9999, 3, "1,000.000"),
            (1e15, 1, "1,000,000,000,000,000.0"),
            (f64::NAN, 3, "NaN"),
            (f64::NEG_INFINITY, 3, "-∞"),
            (1.0, 10_000_010, "%!(NOVERB)"),
        ] {
            assert_eq!(fixed(value, precision), text);
        }
        assert_eq!(fixed(1.5, 300).len(), 46);
        assert_eq!(fixed(1.0 / 3.0, 60_000).len(), 98);
        assert_eq!(fixed(1.0 / 3.0, 32_767).len(), 257);
        assert_eq!(fixed(1.0, 10_000_009).len(), 2 + 137);
    }

    #[test]
    fn powers_of_ten() {
        for (value, width, text) in [
            (0.0, 6, "0.000000×10⁰⁰"),
            (1e300, 6, "1.000000×10³⁰⁰"),
            (-1.5e-300, 0, "-1.500000×10⁻³⁰⁰"),
            (9.999_999_9, 0, "1.000000×10⁰¹"),
            (f64::INFINITY, 4, "   ∞"),
            (1.0, 10_000_010, "%!(NOVERB)"),
            (1.0, 65_536, "1.000000×10⁰⁰"),
        ] {
            assert_eq!(scientific(value, width), text);
        }
    }
}
