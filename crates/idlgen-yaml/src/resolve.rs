//! What a plain scalar means: the table of goyaml.v2 (`resolve.go`), which `sigs.k8s.io/yaml` uses.

use crate::Content;

/// A plain scalar's value. `None` for a value that JSON does not have.
pub(crate) fn plain(text: &str) -> Option<Content> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Some(Content::Null),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Some(Content::Bool(true));
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Some(Content::Bool(false));
        }
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" | "-.inf" | "-.Inf" | "-.INF" | ".nan" | ".NaN"
        | ".NAN" => return None,
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    if is_number && let Some(number) = number(text) {
        return Some(number);
    }
    Some(Content::String(text.to_owned()))
}

/// Integers as Go's `strconv.ParseInt(s, 0, 64)` reads them once `_` is gone, floats in YAML's form.
fn number(text: &str) -> Option<Content> {
    let digits: String = text.chars().filter(|character| *character != '_').collect();
    if let Some(integer) = integer(&digits) {
        return Some(integer);
    }
    if is_yaml_float(&digits) {
        let value: f64 = digits.parse().ok()?;
        // Beyond the range of a float, Go's parser fails and the scalar stays text.
        return value.is_finite().then(|| float(value));
    }
    None
}

/// A float as it arrives behind `sigs.k8s.io/yaml`, which writes it as JSON and lets Kubernetes read that: whole values become integers where they fit.
fn float(value: f64) -> Content {
    let magnitude = value.abs();
    // encoding/json writes floats of this range without an exponent and whole ones without a fraction.
    if value.fract() == 0.0
        && (magnitude == 0.0 || (1e-6..1e21).contains(&magnitude))
        && let Ok(integer) = format!("{value}").parse::<i64>()
    {
        return Content::Int(integer);
    }
    Content::Float(value)
}

fn integer(text: &str) -> Option<Content> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
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
    let magnitude = u128::from_str_radix(digits, radix).ok();
    match magnitude.and_then(|magnitude| i128::try_from(magnitude).ok()) {
        Some(magnitude) => {
            let value = if negative { -magnitude } else { magnitude };
            if let Ok(value) = i64::try_from(value) {
                return Some(Content::Int(value));
            }
            // Up to 64 unsigned bits Go keeps an integer, which Kubernetes then reads as a float; beyond, YAML's float form decides.
            (radix != 10 || u64::try_from(value).is_ok()).then_some(Content::Float(value as f64))
        }
        None => None,
    }
}

/// `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`
fn is_yaml_float(text: &str) -> bool {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (rest, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mantissa_fits = match mantissa.split_once('.') {
        Some(("", fraction)) => !fraction.is_empty() && all_digits(fraction),
        Some((whole, fraction)) => all_digits(whole) && all_digits(fraction),
        None => !mantissa.is_empty() && all_digits(mantissa),
    };
    mantissa_fits && exponent.is_none_or(|exponent| !exponent.is_empty() && all_digits(exponent))
}

/// A mapping key as text: what `sigs.k8s.io/yaml` makes of keys that are no texts.
pub(crate) fn key(content: &Content) -> Option<String> {
    Some(match content {
        Content::String(text) => text.clone(),
        Content::Int(value) => value.to_string(),
        Content::Float(value) => idlgen_runtime::go::format_float(*value),
        Content::Bool(value) => value.to_string(),
        Content::Null => "null".to_owned(),
        Content::List(_) | Content::Map(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_mean_what_they_mean_to_kubectl() {
        let string = |text: &str| Some(Content::String(text.to_owned()));
        for (text, expected) in [
            ("yes", Some(Content::Bool(true))),
            ("on", Some(Content::Bool(true))),
            ("No", Some(Content::Bool(false))),
            ("0755", Some(Content::Int(493))),
            ("08", Some(Content::Int(8))),
            ("1_000", Some(Content::Int(1000))),
            ("0x1F", Some(Content::Int(31))),
            ("0b11", Some(Content::Int(3))),
            ("0o17", Some(Content::Int(15))),
            ("-1", Some(Content::Int(-1))),
            ("+1", Some(Content::Int(1))),
            ("1.0", Some(Content::Int(1))),
            ("1e3", Some(Content::Int(1000))),
            ("1.5", Some(Content::Float(1.5))),
            ("9223372036854775807", Some(Content::Int(i64::MAX))),
            ("9223372036854775808", Some(Content::Float(9_223_372_036_854_775_808.0))),
            ("123456789012345678901234567890", Some(Content::Float(1.234_567_890_123_456_8e29))),
            ("1e400", string("1e400")),
            (".inf", None),
            ("2020-01-01", string("2020-01-01")),
            ("12:30:45", string("12:30:45")),
            ("-", string("-")),
            (".", string(".")),
            ("", Some(Content::Null)),
            ("~", Some(Content::Null)),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
