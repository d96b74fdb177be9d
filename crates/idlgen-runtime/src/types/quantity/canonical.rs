//! Formats quantities.

use super::{QuantityFormat, amount::Amount, suffix};

/// Returns the canonical string (`Quantity.CanonicalizeBytes`).
pub(super) fn canonical(amount: &Amount, format: QuantityFormat) -> String {
    if amount.mantissa == 0 {
        return "0".to_owned();
    }
    // Binary suffixes are not used for numbers below 1024 or for fractions.
    if let (QuantityFormat::BinarySi, Some(whole)) = (format, whole_number(amount)) {
        if whole.unsigned_abs() >= 1024 {
            return binary(whole);
        }
    }
    let (digits, exponent) = in_thousands(amount);
    match format {
        QuantityFormat::DecimalExponent if exponent == 0 => digits,
        QuantityFormat::DecimalExponent => format!("{digits}e{exponent}"),
        QuantityFormat::BinarySi | QuantityFormat::DecimalSi => format!("{digits}{}", suffix::decimal(exponent)),
    }
}

/// Returns the amount if it is an integer of at most 38 digits.
fn whole_number(amount: &Amount) -> Option<i128> {
    let trimmed = amount.trimmed();
    let scale = 10i128.checked_pow(u32::try_from(trimmed.exponent).ok()?)?;
    trimmed.mantissa.checked_mul(scale)
}

fn binary(mut whole: i128) -> String {
    let mut exponent = 0;
    while whole % 1024 == 0 {
        whole /= 1024;
        exponent += 10;
    }
    format!("{whole}{}", suffix::binary(exponent))
}

/// Returns the digits, and the exponent of the largest power of 1000 for which the number has no fraction.
fn in_thousands(amount: &Amount) -> (String, i32) {
    let trimmed = amount.trimmed();
    let zeros = trimmed.exponent.rem_euclid(3);
    let digits = format!("{}{}", trimmed.mantissa, "0".repeat(zeros.unsigned_abs() as usize));
    (digits, trimmed.exponent.wrapping_sub(zeros))
}
