//! Parses numbers like `strconv`, with its errors.

use idlgen_runtime::go::quote;

/// Parses an integer like `strconv.Atoi`.
///
/// # Errors
/// Returns the error of `strconv`.
pub(super) fn integer(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(refused("Atoi", text, "invalid syntax"));
    }
    text.parse().map_err(|_| refused("Atoi", text, "value out of range"))
}

/// Parses a Go number like `strconv.ParseFloat`.
///
/// # Errors
/// Returns the error of `strconv`.
pub(super) fn float(text: &str) -> Result<f64, String> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let (sign, digits) = plain.strip_prefix('-').map_or((1.0, plain.as_str()), |rest| (-1.0, rest));
    let value = match digits.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits),
        None => digits
            .parse::<f64>()
            .ok()
            .filter(|_| digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')),
    };
    match value {
        Some(value) if value.is_finite() => Ok(sign * value),
        Some(_) => Err(refused("ParseFloat", text, "value out of range")),
        None => Err(refused("ParseFloat", text, "invalid syntax")),
    }
}

/// Parses `1.8p3`: digits with base 16, and an exponent with base 2.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    Some(value * f64::from(exponent - 4 * i32::try_from(fraction.len()).ok()?).exp2())
}

fn refused(function: &str, text: &str, why: &str) -> String {
    format!("strconv.{function}: parsing {}: {why}", quote(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_go_does() {
        assert_eq!(integer("-010"), Ok(-10));
        assert_eq!(integer("0x1"), Err("strconv.Atoi: parsing \"0x1\": invalid syntax".to_owned()));
        assert_eq!(integer("9223372036854775808").unwrap_err().split(": ").last(), Some("value out of range"));
        assert_eq!(float("1_000"), Ok(1000.0));
        assert_eq!(float("-.5"), Ok(-0.5));
        assert_eq!(float("0x1.8p1"), Ok(3.0));
        assert_eq!(float("0x10"), Err("strconv.ParseFloat: parsing \"0x10\": invalid syntax".to_owned()));
        assert_eq!(float("1e999").unwrap_err().split(": ").last(), Some("value out of range"));
    }

    /// The results of `strconv.ParseFloat`.
    #[test]
    fn hexadecimal_numbers_have_a_binary_exponent() {
        for (text, expected) in [
            ("0x1p0", 1.0),
            ("0x.8p0", 0.5),
            ("0xA.8p-1", 5.25),
            ("0x10p2", 64.0),
            ("0x1F.4p3", 250.0),
            ("-0x1p-2", -0.25),
            ("0X1.08P4", 16.5),
            ("0x1.80p1", 3.0),
        ] {
            assert_eq!(float(text), Ok(expected), "{text}");
        }
        for text in ["0x1.8", "0xgp1", "0x1pz", "+x", ""] {
            assert!(float(text).is_err(), "{text}");
        }
        // These are words and not numbers of a marker, although `strconv` reads them.
        for text in ["inf", "nan"] {
            assert!(float(text).is_err(), "{text}");
        }
    }
}
