//! Emulates `strconv.ParseFloat(text, 64)`.

/// Parses a number: decimal, hexadecimal with a binary exponent, `inf`, `infinity` or `nan` in any case, with `_`
/// between digits. Returns `None` for anything else and for numbers that are too large.
///
/// ```
/// use idlgen_runtime::go::parse_float;
/// assert_eq!(parse_float("1_000.5e-1"), Some(100.05));
/// assert_eq!(parse_float("0x1p-2"), Some(0.25));
/// assert_eq!(parse_float("-Inf"), Some(f64::NEG_INFINITY));
/// assert_eq!(parse_float("1e309"), None);
/// assert_eq!(parse_float("+nan"), None);
/// ```
pub fn parse_float(text: &str) -> Option<f64> {
    let (is_negative, number) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if number.eq_ignore_ascii_case(b"inf") || number.eq_ignore_ascii_case(b"infinity") {
        return Some(if is_negative { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    if text.eq_ignore_ascii_case("nan") {
        return Some(f64::NAN);
    }
    let magnitude = match number {
        // If nothing follows the prefix, the text is a zero followed by an invalid `x`.
        [b'0', b'x' | b'X', digits @ ..] if !digits.is_empty() => parse_hexadecimal(digits)?,
        decimal => parse_decimal(decimal)?,
    };
    let value = if is_negative { -magnitude } else { magnitude };
    value.is_finite().then_some(value)
}

/// Returns `true` if underscores are only between digits. `after_digit` is `true` if a digit or base
/// prefix precedes `text`.
fn underscores_are_fine(text: &[u8], mut after_digit: bool, is_digit: fn(&u8) -> bool) -> bool {
    let mut bytes = text.iter().peekable();
    while let Some(byte) = bytes.next() {
        if *byte == b'_' && !(after_digit && bytes.peek().is_some_and(|next| is_digit(next))) {
            return false;
        }
        after_digit = is_digit(byte);
    }
    true
}

fn parse_decimal(text: &[u8]) -> Option<f64> {
    if !underscores_are_fine(text, false, u8::is_ascii_digit) {
        return None;
    }
    let allowed = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-' | b'_');
    if !text.iter().all(allowed) || matches!(text, [b'+' | b'-', ..]) {
        return None;
    }
    let digits: String = text.iter().filter(|byte| **byte != b'_').map(|byte| char::from(*byte)).collect();
    digits.parse().ok()
}

/// Parses the digits after `0x`. Rounds halfway values to even.
fn parse_hexadecimal(text: &[u8]) -> Option<f64> {
    /// A number greater than every relevant exponent.
    const FAR: i64 = 1 << 20;
    if !underscores_are_fine(text, true, u8::is_ascii_hexdigit) {
        return None;
    }
    let at = text.iter().position(|byte| matches!(byte, b'p' | b'P'))?;
    let (mantissa, exponent) = (text.get(..at)?, text.get(at + 1..)?);
    let exponent = parse_exponent(exponent, FAR)?;

    let (mut value, mut scale, mut is_cut) = (0u64, 0i64, false);
    let (mut has_digits, mut has_point) = (false, false);
    for byte in mantissa {
        match byte {
            b'_' => {}
            b'.' if !has_point => has_point = true,
            _ => {
                let digit = char::from(*byte).to_digit(16)?;
                has_digits = true;
                if value >> 60 == 0 {
                    value = value << 4 | u64::from(digit);
                    scale -= if has_point { 4 } else { 0 };
                } else {
                    is_cut |= digit != 0;
                    scale += if has_point { 0 } else { 4 };
                }
            }
        }
    }
    has_digits.then(|| scale_to_float(value, is_cut, scale.clamp(-FAR, FAR) + exponent))
}

/// Parses a binary exponent and clamps it to the range from `-far` to `far`.
fn parse_exponent(text: &[u8], far: i64) -> Option<i64> {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if !digits.first()?.is_ascii_digit() {
        return None;
    }
    let mut value = 0i64;
    for byte in digits.iter().filter(|byte| **byte != b'_') {
        let digit = char::from(*byte).to_digit(10)?;
        value = (value * 10 + i64::from(digit)).min(far);
    }
    Some(if is_negative { -value } else { value })
}

/// Computes `value * 2^exponent`. `is_cut` is `true` if nonzero bits after the last bit of `value` have been dropped.
fn scale_to_float(value: u64, is_cut: bool, exponent: i64) -> f64 {
    const MANTISSA: i64 = 53;
    const MIN: i64 = -1074;
    if value == 0 {
        return 0.0;
    }
    let bits = i64::from(u64::BITS - value.leading_zeros());
    // The number of bits to drop, so that the mantissa fits and the last bit is not below the smallest subnormal
    // number.
    let excess = (bits - MANTISSA).max(MIN - exponent).max(0);
    let rounded = match u32::try_from(excess) {
        Ok(0) => value,
        Ok(excess @ 1..=64) => {
            let kept = if excess == 64 { 0 } else { value >> excess };
            let half = 1u64 << (excess - 1);
            let rest = if excess == 64 { value } else { value & ((1 << excess) - 1) };
            let is_above = rest > half || (rest == half && (is_cut || kept & 1 == 1));
            kept + u64::from(is_above)
        }
        _ => 0,
    };
    let exponent = exponent + excess;
    if rounded == 0 {
        return 0.0;
    }
    if exponent > 1023 {
        return f64::INFINITY;
    }
    // Scales in two steps, because 2^-1074 itself is subnormal and loses precision.
    let half = exponent / 2;
    rounded as f64 * power_of_two(half) * power_of_two(exponent - half)
}

/// Returns 2 to the power of a number between -1022 and 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::parse_float;

    #[test]
    fn reads_what_go_reads() {
        for (text, value) in [
            ("", None),
            ("1", Some(1.0)),
            ("+1.", Some(1.0)),
            ("-.5", Some(-0.5)),
            (".", None),
            ("e5", None),
            ("1e", None),
            ("1e+", None),
            ("1e+5", Some(1e5)),
            ("--1", None),
            ("+-1", None),
            ("1 ", None),
            ("1__0", None),
            ("_1", None),
            ("1_", None),
            ("1_.5", None),
            ("1._5", None),
            ("1e_5", None),
            ("1e1_0", Some(1e10)),
            ("1e308", Some(1e308)),
            ("1e-400", Some(0.0)),
            ("0x", None),
            ("0x1", None),
            ("0x1p", None),
            ("0xp1", None),
            ("0x.p1", None),
            ("0X1.8P1", Some(3.0)),
            ("0x_1p0", Some(1.0)),
            ("0x1_p0", None),
            ("0x1p1_0", Some(1024.0)),
            ("0x1p1024", None),
            ("0x1p1023", Some(8.988_465_674_311_58e307)),
            ("0x1p-1074", Some(5e-324)),
            ("0x1p-1075", Some(0.0)),
            ("0x1.8p-1075", Some(5e-324)),
            ("0x1p-99999999999", Some(0.0)),
            ("0x0p99999999999", Some(0.0)),
            ("0x1.fffffffffffff8p1023", None),
            ("0x1.00000000000008p0", Some(1.0)),
            ("0x1.000000000000080000001p0", Some(1.000_000_000_000_000_2)),
            ("0x123456789abcdef01234p0", Some(8.596_805_828_370_696e22)),
            ("infinit", None),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("-nan", None),
        ] {
            assert_eq!(parse_float(text), value, "{text}");
        }
        assert!(parse_float("NaN").is_some_and(f64::is_nan));
    }
}
