//! Numbers in tags.

use idlgen_schema::schema::Number;

/// Parses a JSON number. Integers with up to 64 bits remain exact. Returns `None` for anything else.
pub(super) fn parse_number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (integer, rest) = split_digits(digits);
    if integer.is_empty() || (integer.len() > 1 && integer.starts_with('0')) {
        return None;
    }
    let rest = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => match split_digits(fraction) {
            ("", _) => return None,
            (_, rest) => rest,
        },
    };
    let rest = match rest.strip_prefix(['e', 'E']) {
        None => rest,
        Some(exponent) => match split_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)) {
            ("", _) => return None,
            (_, rest) => rest,
        },
    };
    if !rest.is_empty() {
        return None;
    }
    if let Ok(integer) = text.parse() {
        return Some(Number::Int(integer));
    }
    text.parse().ok().filter(|float: &f64| float.is_finite()).map(Number::Float)
}

/// Splits a string into the digits at its start and the rest.
fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_numbers() {
        for (text, expected) in [
            ("0", Some(Number::Int(0))),
            ("-5", Some(Number::Int(-5))),
            ("9223372036854775807", Some(Number::Int(i64::MAX))),
            ("9223372036854775808", Some(Number::Float(9_223_372_036_854_775_808.0))),
            ("1.5", Some(Number::Float(1.5))),
            ("5.0", Some(Number::Float(5.0))),
            ("1e3", Some(Number::Float(1000.0))),
            ("1E-2", Some(Number::Float(0.01))),
            ("", None),
            ("-", None),
            ("+5", None),
            ("01", None),
            (".5", None),
            ("1.", None),
            ("1e", None),
            ("0x10", None),
            ("1_000", None),
            ("NaN", None),
            ("1e999", None),
            ("5 ", None),
        ] {
            assert_eq!(parse_number(text), expected, "{text}");
        }
    }
}
