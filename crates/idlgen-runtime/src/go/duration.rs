//! Emulates `time.ParseDuration` and `time.Duration.String`.

use std::fmt;

use super::time::quote_bytes;

/// An error for an invalid duration, with Go's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDurationError {
    message: String,
}

impl fmt::Display for ParseDurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseDurationError {}

/// Parses a duration such as `1h30m` or `-1.5s` into nanoseconds.
///
/// ```
/// use idlgen_runtime::go::parse_duration;
/// assert_eq!(parse_duration("1.5s"), Ok(1_500_000_000));
/// assert_eq!(parse_duration("1d").unwrap_err().to_string(), "time: unknown unit \"d\" in duration \"1d\"");
/// ```
pub fn parse_duration(text: &str) -> Result<i64, ParseDurationError> {
    const LIMIT: u64 = 1 << 63;
    let fail =
        |what: &str| ParseDurationError { message: format!("time: {what} duration {}", quote_bytes(text.as_bytes())) };
    let (is_negative, mut rest) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if rest == b"0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(fail("invalid"));
    }
    let mut total: u64 = 0;
    while let Some(&first) = rest.first() {
        if first != b'.' && !first.is_ascii_digit() {
            return Err(fail("invalid"));
        }
        let (whole, after) = leading_integer(rest).ok_or_else(|| fail("invalid"))?;
        let mut has_digits = after.len() < rest.len();
        rest = after;
        let mut fraction = (0, 1.0);
        if let [b'.', after @ ..] = rest {
            let (value, scale, remaining) = leading_fraction(after);
            has_digits |= remaining.len() < after.len();
            fraction = (value, scale);
            rest = remaining;
        }
        if !has_digits {
            return Err(fail("invalid"));
        }
        let end = rest.iter().position(|byte| *byte == b'.' || byte.is_ascii_digit()).unwrap_or(rest.len());
        let (unit, after) = rest.split_at(end);
        rest = after;
        if unit.is_empty() {
            return Err(fail("missing unit in"));
        }
        let Some(unit) = nanoseconds_in(unit) else {
            return Err(fail(&format!("unknown unit {} in", quote_bytes(unit))));
        };
        if whole > LIMIT / unit {
            return Err(fail("invalid"));
        }
        let mut value = whole * unit;
        if fraction.0 > 0 {
            value += (fraction.0 as f64 * (unit as f64 / fraction.1)) as u64;
            if value > LIMIT {
                return Err(fail("invalid"));
            }
        }
        // As in Go, the sum wraps: two durations of half the range add up to zero.
        total = total.wrapping_add(value);
        if total > LIMIT {
            return Err(fail("invalid"));
        }
    }
    if is_negative {
        return Ok((total as i64).wrapping_neg());
    }
    i64::try_from(total).map_err(|_| fail("invalid"))
}

fn nanoseconds_in(unit: &[u8]) -> Option<u64> {
    Some(match unit {
        b"ns" => 1,
        // Accepts both U+00B5 (micro sign) and U+03BC (Greek letter mu).
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        b"m" => 60_000_000_000,
        b"h" => 3_600_000_000_000,
        _ => return None,
    })
}

/// Parses the leading digits as a number. Returns `None` if it exceeds 2^63.
fn leading_integer(text: &[u8]) -> Option<(u64, &[u8])> {
    const LIMIT: u64 = 1 << 63;
    let mut value: u64 = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        if value > LIMIT / 10 {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
        if value > LIMIT {
            return None;
        }
        rest = after;
    }
    Some((value, rest))
}

/// Parses the digits after a decimal point. Returns the number and its divisor, ignoring digits beyond 64 bits.
fn leading_fraction(text: &[u8]) -> (u64, f64, &[u8]) {
    const LIMIT: u64 = 1 << 63;
    let (mut value, mut scale, mut is_full) = (0u64, 1.0f64, false);
    let mut rest = text;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        rest = after;
        if is_full || value > (LIMIT - 1) / 10 {
            is_full = true;
            continue;
        }
        let next = value * 10 + u64::from(digit - b'0');
        if next > LIMIT {
            is_full = true;
            continue;
        }
        value = next;
        scale *= 10.0;
    }
    (value, scale, rest)
}

/// Formats nanoseconds like Go: `1h30m0s`, `1.5ms`, `0s`.
///
/// ```
/// use idlgen_runtime::go::format_duration;
/// assert_eq!(format_duration(5_400_000_000_000), "1h30m0s");
/// assert_eq!(format_duration(-1_500), "-1.5µs");
/// ```
pub fn format_duration(nanoseconds: i64) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let magnitude = nanoseconds.unsigned_abs();
    let (digits, unit) = match magnitude {
        0 => return "0s".to_owned(),
        1..1_000 => (0, "ns"),
        1_000..1_000_000 => (3, "µs"),
        1_000_000..1_000_000_000 => (6, "ms"),
        _ => {
            let (seconds, fraction) = (magnitude / 1_000_000_000, decimals(magnitude % 1_000_000_000, 9));
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            return match (hours, minutes) {
                (0, 0) => format!("{sign}{seconds}{fraction}s"),
                (0, _) => format!("{sign}{minutes}m{seconds}{fraction}s"),
                _ => format!("{sign}{hours}h{minutes}m{seconds}{fraction}s"),
            };
        }
    };
    let scale = 10u64.pow(digits as u32);
    format!("{sign}{}{}{unit}", magnitude / scale, decimals(magnitude % scale, digits))
}

/// Formats `.` and the digits of a fraction without trailing zeros, or an empty string for zero.
fn decimals(fraction: u64, digits: usize) -> String {
    if fraction == 0 {
        return String::new();
    }
    format!(".{fraction:0digits$}").trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_go_reads() {
        let cases: &[(&str, Result<i64, &str>)] = &[
            ("0", Ok(0)),
            ("-0", Ok(0)),
            ("1.", Err("time: missing unit in duration \"1.\"")),
            (".5s", Ok(500_000_000)),
            ("0.123456789s", Ok(123_456_789)),
            ("-1.000000999ms", Ok(-1_000_000)),
            ("0.99999999999999999999s", Ok(1_000_000_000)),
            ("1h1m1s1ms1us1ns", Ok(3_661_001_001_001)),
            ("1µs1μs", Ok(2_000)),
            ("-9223372036854775808ns", Ok(i64::MIN)),
            ("9223372036854775808ns", Err("time: invalid duration \"9223372036854775808ns\"")),
            ("-9223372036854775809ns", Err("time: invalid duration \"-9223372036854775809ns\"")),
            ("9223372036854775800ns", Ok(9_223_372_036_854_775_800)),
            ("92233720368547758070ns", Err("time: invalid duration \"92233720368547758070ns\"")),
            ("9223372036854775us", Ok(9_223_372_036_854_775_000)),
            ("9223372036854776us", Err("time: invalid duration \"9223372036854776us\"")),
            ("-9223372036854775.808us", Ok(i64::MIN)),
            ("9223372036854775.809us", Err("time: invalid duration \"9223372036854775.809us\"")),
            ("2562047h47m16.854775807s", Ok(i64::MAX)),
            ("-2562047h47m16.854775808s", Ok(i64::MIN)),
            ("-2562047h47m16.854775809s", Err("time: invalid duration \"-2562047h47m16.854775809s\"")),
            ("9223372036854775808ns9223372036854775808ns", Ok(0)),
            ("-9223372036854775808ns1ns", Err("time: invalid duration \"-9223372036854775808ns1ns\"")),
            ("0.92233720368547758079s", Ok(922_337_203)),
            ("0.000000001h", Ok(3600)),
            ("1.9ns", Ok(1)),
            ("1ns.5us", Ok(501)),
            ("+0", Ok(0)),
            ("00", Err("time: missing unit in duration \"00\"")),
            ("--5s", Err("time: invalid duration \"--5s\"")),
            ("+", Err("time: invalid duration \"+\"")),
            ("1.2.3s", Err("time: missing unit in duration \"1.2.3s\"")),
            ("1s ", Err("time: unknown unit \"s \" in duration \"1s \"")),
            ("1é", Err("time: unknown unit \"\\xc3\\xa9\" in duration \"1\\xc3\\xa9\"")),
            ("", Err("time: invalid duration \"\"")),
            ("s", Err("time: invalid duration \"s\"")),
            (".s", Err("time: invalid duration \".s\"")),
        ];
        for (text, wanted) in cases {
            let got = parse_duration(text).map_err(|error| error.to_string());
            assert_eq!(got, wanted.map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn writes_what_go_writes() {
        for (nanoseconds, text) in [
            (1, "1ns"),
            (-999, "-999ns"),
            (1_000, "1µs"),
            (999_999, "999.999µs"),
            (1_000_000, "1ms"),
            (999_999_999, "999.999999ms"),
            (1_000_000_000, "1s"),
            (59_999_999_999, "59.999999999s"),
            (60_000_000_000, "1m0s"),
            (3_599_999_999_999, "59m59.999999999s"),
            (3_600_000_000_001, "1h0m0.000000001s"),
            (1_100, "1.1µs"),
            (2_200_000, "2.2ms"),
            (3_300_000_000, "3.3s"),
            (245_000_000_000, "4m5s"),
            (245_001_000_000, "4m5.001s"),
            (i64::MAX, "2562047h47m16.854775807s"),
            (i64::MIN, "-2562047h47m16.854775808s"),
        ] {
            assert_eq!(format_duration(nanoseconds), text);
        }
    }
}
