//! Quantities as integers.

use idlgen_runtime::types::Quantity;

/// The whole number that a quantity is, if it is one and fits.
pub(super) fn exact(text: &str) -> Option<i64> {
    let quantity: Quantity = text.parse().ok()?;
    // Smaller units round up.
    quantity.to_i64().filter(|whole| Quantity::from(*whole) == quantity)
}

/// What `Quantity.AsInt64` answers: nothing for what Go keeps as a decimal, whether it is whole or not
/// (`ParseQuantity` of `k8s.io/apimachinery/pkg/api/resource`).
pub(super) fn as_int64(text: &str) -> Option<i64> {
    let number = text.trim_start_matches(['+', '-']);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = number.split_at(digits(number));
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest)),
        None => ("", rest),
    };
    let whole = whole.trim_start_matches('0').len().max(1);
    let length = |digits: usize| i32::try_from(digits).unwrap_or(i32::MAX);
    if suffix.ends_with('i') {
        let exponent = 10 * length("KMGTPE".find(suffix.get(..1)?)? + 1);
        // So many digits may be lost to the multiplication.
        let precision = 15 - length(whole) - exponent * 3 / 10 - 1;
        if !fraction.is_empty() || precision < 0 {
            return None;
        }
        return exact(text);
    }
    let exponent: i32 = match suffix {
        "" => 0,
        "n" => -9,
        "u" => -6,
        "m" => -3,
        "k" => 3,
        "M" => 6,
        "G" => 9,
        "T" => 12,
        "P" => 15,
        "E" => 18,
        _ => suffix.trim_start_matches(['e', 'E']).parse().ok()?,
    };
    let scale = exponent.saturating_sub(length(fraction.len()));
    if whole + fraction.len() > 18 || scale < 0 {
        return None;
    }
    exact(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_go_are_no_integers() {
        for text in ["1.5Gi", "2.0Gi", "100Ti", "100000Gi", "1Pi", "500m", "1000m", "1234567890123456789"] {
            assert_eq!(as_int64(text), None, "{text}");
        }
        for (text, whole) in [
            ("1.5G", 1_500_000_000),
            ("1e3", 1000),
            ("0.001k", 1),
            ("+1Gi", 1 << 30),
            ("010Mi", 10 << 20),
            ("99999Gi", 99_999 << 30),
            ("99Ti", 99 << 40),
            ("-5", -5),
        ] {
            assert_eq!(as_int64(text), Some(whole), "{text}");
        }
        assert_eq!(exact("1.5Gi"), Some(1_610_612_736));
        assert_eq!(exact("1000m"), Some(1));
        assert_eq!(exact("500m"), None);
        assert_eq!(exact("x"), None);
    }
}
