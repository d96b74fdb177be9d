//! Numbers of YAML 1.1, parsed like goyaml.v2 with Go's `strconv`, and their conversion through JSON.

use crate::Content;

/// A number before the conversion to JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Numeral {
    /// An integer that fits in 64 bits.
    Int(i64),
    /// An integer that only fits in an unsigned 64-bit integer.
    Unsigned(u64),
    /// A floating point number, including infinities and NaN.
    Float(f64),
}

/// Parses a plain scalar as a number, if it is one.
pub(crate) fn plain(text: &str) -> Option<Numeral> {
    match text.bytes().next()? {
        // With a leading dot, strconv accepts underscores only between digits.
        b'.' if are_underscores_between_digits(text) => {
            let digits = text.replace('_', "");
            parse_float(&digits)
        }
        b'0'..=b'9' | b'+' | b'-' => {
            let digits: String = text.chars().filter(|character| *character != '_').collect();
            integer(&digits).or_else(|| parse_float(&digits))
        }
        _ => None,
    }
}

fn are_underscores_between_digits(text: &str) -> bool {
    let is_digit = |part: Option<&u8>| part.is_some_and(u8::is_ascii_digit);
    let parts: Vec<&[u8]> = text.as_bytes().split(|byte| *byte == b'_').collect();
    parts.windows(2).all(|pair| matches!(pair, [left, right] if is_digit(left.last()) && is_digit(right.first())))
}

/// Parses `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`. If the value is out of range, Go's parser fails and
/// the scalar remains a string.
fn parse_float(text: &str) -> Option<Numeral> {
    text.parse().ok().filter(|value: &f64| value.is_finite()).map(Numeral::Float)
}

/// Parses like `strconv.ParseInt(text, 0, 64)`, then `strconv.ParseUint`.
fn integer(text: &str) -> Option<Numeral> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'-' => ("-", text.get(1..)?),
        b'+' => ("+", text.get(1..)?),
        _ => ("", text),
    };
    let (radix, digits) = match rest.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, rest.get(2..)?),
        [b'0', b'b' | b'B', ..] => (2, rest.get(2..)?),
        [b'0', b'o' | b'O', ..] => (8, rest.get(2..)?),
        [b'0', _, ..] => (8, rest.get(1..)?),
        _ => (10, rest),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    let value = if sign == "-" { -i128::from(magnitude) } else { i128::from(magnitude) };
    if let Ok(value) = i64::try_from(value) {
        return Some(Numeral::Int(value));
    }
    sign.is_empty().then_some(Numeral::Unsigned(magnitude))
}

/// Returns `true` if goyaml.v2 quotes a string because YAML 1.1 has base-60 numbers such as `12:30` (`isBase60Float` in
/// its `encode.go`): `^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$`
pub(crate) fn is_base_60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (sixties, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_digit_or_underscore = |byte: u8| byte.is_ascii_digit() || byte == b'_';
    let mut parts = sixties.split(':');
    let starts = parts.next().is_some_and(|first| {
        first.starts_with(|digit: char| digit.is_ascii_digit()) && first.bytes().all(is_digit_or_underscore)
    });
    let mut count = 0;
    let are_below_60 = parts.all(|part| {
        count += 1;
        matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
    });
    starts && are_below_60 && count > 0 && fraction.bytes().all(is_digit_or_underscore)
}

/// Converts a float like `encoding/json` and Kubernetes' decoder: a value written without fraction and exponent becomes
/// an integer if it fits.
pub(crate) fn through_json(value: f64) -> Content {
    format!("{value}").parse().map_or(Content::Float(value), Content::Int)
}

/// Parses a JSON number like Kubernetes' decoder. Returns `None` if it is out of the range of a float. Zero has no
/// sign: `-0` is read back as an integer.
pub(crate) fn json(text: &str) -> Option<Content> {
    if let Ok(integer) = text.parse::<i64>() {
        return Some(Content::Int(integer));
    }
    text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| Content::Float(value + 0.0))
}

/// Formats a key like `sigs.k8s.io/yaml`: `strconv.FormatFloat(value, 'g', -1, 32)`.
pub(crate) fn float_key(value: f64) -> String {
    let scientific = format!("{:e}", value as f32);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (value as f32).is_infinite() {
        return if value.is_sign_positive() { ".inf".to_owned() } else { "-.inf".to_owned() };
    }
    // strconv uses precision 6 for the shortest representation when it chooses between the two notations.
    if !(-4..6).contains(&exponent) {
        return format!("{mantissa}e{exponent:+03}");
    }
    format!("{}", value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_go() {
        let int = |value| Some(Numeral::Int(value));
        let float = |value| Some(Numeral::Float(value));
        let table = [
            ("0755", int(493)),
            ("08", float(8.0)),
            ("1_000", int(1000)),
            ("+_1", int(1)),
            ("_1", None),
            ("0x1F", int(31)),
            ("0b11", int(3)),
            ("-0b11", int(-3)),
            ("0o17", int(15)),
            ("0b2", None),
            ("0x", None),
            ("-1", int(-1)),
            ("+1", int(1)),
            ("-", None),
            ("1.0", float(1.0)),
            ("1.", float(1.0)),
            (".5", float(0.5)),
            (".5_0", float(0.5)),
            (".5__0", None),
            (".5_", None),
            ("._5", None),
            (".5e1_0", float(5e9)),
            ("-.5_0", float(-0.5)),
            (".", None),
            ("1e3", float(1000.0)),
            ("1e", None),
            ("1e400", None),
            ("+inf", None),
            ("-nan", None),
            (".nan", None),
            ("-infinity", None),
            ("1e5.5", None),
            ("1.2.3", None),
            ("+-1", None),
            ("1e+-1", None),
            ("-1E-2", float(-0.01)),
            ("0x1p4", None),
            ("9223372036854775807", int(i64::MAX)),
            ("-9223372036854775808", int(i64::MIN)),
            ("9223372036854775808", Some(Numeral::Unsigned(1 << 63))),
            ("+9223372036854775808", float(9_223_372_036_854_775_808.0)),
            ("-9223372036854775809", float(-9_223_372_036_854_775_808.0)),
            ("0xFFFFFFFFFFFFFFFFFF", None),
            ("-0x8000000000000001", None),
            ("07777777777777777777777777", float(7.777_777_777_777_778e24)),
            ("123456789012345678901234567890", float(1.234_567_890_123_456_8e29)),
        ];
        for (text, expected) in table {
            assert_eq!(plain(text), expected, "{text}");
        }
    }

    #[test]
    fn floats_become_integers_where_json_shows_none() {
        let table = [
            (1.0, Content::Int(1)),
            (-0.0, Content::Int(0)),
            (1.5, Content::Float(1.5)),
            (-2.5, Content::Float(-2.5)),
            (1e-7, Content::Float(1e-7)),
            (-9_223_372_036_854_775_808.0, Content::Float(-9_223_372_036_854_775_808.0)),
            (9_223_372_036_854_775_808.0, Content::Float(9_223_372_036_854_775_808.0)),
            (1e18, Content::Int(1_000_000_000_000_000_000)),
            (1e20, Content::Float(1e20)),
            (1e21, Content::Float(1e21)),
        ];
        for (value, expected) in table {
            assert_eq!(through_json(value), expected, "{value}");
        }
    }

    #[test]
    fn base_60_numbers_are_those_of_go() {
        for text in ["12:30", "1:2:3", "0:0", "190:20:30.15", "+1:59", "-1:5", "1_0:5", "1:5.", "1:5._1"] {
            assert!(is_base_60(text), "{text}");
        }
        for text in ["", "12", "12.5", "1:60", "1:123", "1:", ":1", "_1:5", "1:5_", "1:5.x", "1x:5", "1:5:", "+-1:5"] {
            assert!(!is_base_60(text), "{text}");
        }
    }

    /// The results of `strconv.FormatFloat(value, 'g', -1, 32)`.
    #[test]
    fn float_keys_are_those_of_go() {
        let table = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1, "0.1"),
            (1e5, "100000"),
            (123_456.7, "123456.7"),
            (1e6, "1e+06"),
            (1_234_567.0, "1.234567e+06"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (-1.25e-10, "-1.25e-10"),
            (1e38, "1e+38"),
            (1e39, ".inf"),
            (-1e39, "-.inf"),
        ];
        for (value, expected) in table {
            assert_eq!(float_key(value), expected, "{value}");
        }
    }

    #[test]
    fn json_keeps_what_is_written() {
        let table = [
            ("1", Some(Content::Int(1))),
            ("1.0", Some(Content::Float(1.0))),
            ("1e2", Some(Content::Float(100.0))),
            ("-0", Some(Content::Int(0))),
            ("18446744073709551615", Some(Content::Float(18_446_744_073_709_551_615.0))),
            ("1e999", None),
        ];
        for (text, expected) in table {
            assert_eq!(json(text), expected, "{text}");
        }
        for text in ["-0.0", "-0e0"] {
            let is_plain_zero = |content| matches!(content, Content::Float(zero) if zero.to_bits() == 0);
            assert!(json(text).is_some_and(is_plain_zero), "{text}");
        }
    }
}
