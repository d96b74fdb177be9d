//! Parses quantities.

use std::borrow::Cow;
use std::fmt;

use super::{
    amount::{Amount, NANO},
    suffix::{self, QuantityFormat},
};

/// The reason why a string is not a quantity. Except for [`TooLong`](Self::TooLong), the messages are those of
/// Kubernetes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseQuantityError {
    /// The string does not match the quantity syntax.
    Format,
    /// The number has no digits.
    Number,
    /// The suffix is unknown.
    Suffix,
    /// The number has more than 38 digits. Kubernetes has no such limit.
    TooLong,
}

impl fmt::Display for ParseQuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseQuantityError::Format => {
                "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
            }
            ParseQuantityError::Number => "unable to parse numeric part of quantity",
            ParseQuantityError::Suffix => "unable to parse quantity's suffix",
            ParseQuantityError::TooLong => "quantities must not have more than 38 digits",
        })
    }
}

impl std::error::Error for ParseQuantityError {}

/// Maximum number of digits that Go's fast path supports.
const FAST_DIGITS: i64 = 18;

/// A parsed quantity without its text.
pub(super) struct Parsed {
    pub(super) amount: Amount,
    pub(super) format: QuantityFormat,
    /// `true` if Go uses the parsed string as the canonical one because it is close enough.
    pub(super) is_canonical: bool,
}

impl Parsed {
    pub(super) fn from_text(text: &str) -> Result<Self, ParseQuantityError> {
        let parts = split(text)?;
        let (format, exponent) = suffix::interpret(parts.suffix).ok_or(ParseQuantityError::Suffix)?;
        let (whole, fraction) = (parts.whole, parts.fraction);
        // Go's arithmetic wraps on overflow.
        let scale = if format == QuantityFormat::BinarySi { 0 } else { exponent }.wrapping_sub(fraction.len() as i32);

        let digits = (whole.len() + fraction.len()) as i64;
        let is_fast = scale >= NANO
            && match format {
                QuantityFormat::BinarySi => {
                    let spare = 15 - whole.len() as i64 - i64::from(exponent) * 3 / 10 - 1;
                    fraction.is_empty() && spare >= 0
                }
                QuantityFormat::DecimalSi | QuantityFormat::DecimalExponent => digits <= FAST_DIGITS,
            };
        if is_fast {
            let digits =
                if fraction.is_empty() { Cow::Borrowed(whole) } else { Cow::Owned(format!("{whole}{fraction}")) };
            let number: i64 = digits.parse().map_err(|_| ParseQuantityError::Number)?;
            let mantissa =
                if format == QuantityFormat::BinarySi { number.checked_mul(1i64 << exponent) } else { Some(number) };
            if let Some(mantissa) = mantissa {
                let is_canonical = if format == QuantityFormat::BinarySi {
                    // The second condition is exact: the string is the canonical one.
                    number & 7 != 0 || (number % 1024 != 0 && whole.len() + parts.suffix.len() == text.len())
                } else {
                    scale % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0')
                };
                let mantissa = i128::from(if parts.is_negative { -mantissa } else { mantissa });
                let amount = Amount { mantissa, exponent: scale, long: None };
                let is_canonical = is_canonical || text == "0";
                return Ok(Parsed { amount, format, is_canonical });
            }
        }
        if !parts.has_digits {
            return Err(ParseQuantityError::Number);
        }

        let mut format = format;
        let factor = if format == QuantityFormat::BinarySi { 1u64 << exponent } else { 1 };
        // Go rounds the number to nanos and then replaces a value that is too large with the maximum, which has scale
        // 0.
        let (mut amount, mut scale) = match rounded(whole, fraction, factor, scale) {
            None if format == QuantityFormat::BinarySi => (Amount::from(i64::MAX), 0),
            amount => (amount.ok_or(ParseQuantityError::TooLong)?, NANO),
        };
        if format == QuantityFormat::BinarySi {
            if amount.compare(&Amount::from(i64::MAX)).is_gt() {
                (amount, scale) = (Amount::from(i64::MAX), 0);
            }
            if amount.mantissa != 0 && amount.compare(&Amount::from(1)).is_lt() {
                format = QuantityFormat::DecimalSi;
            }
        }
        if parts.is_negative {
            amount = amount.negated();
        }
        amount.long = Some(scale);
        Ok(Parsed { amount, format, is_canonical: false })
    }
}

struct Parts<'a> {
    is_negative: bool,
    /// Digits before the decimal point without leading zeros, or `0` if there are none.
    whole: &'a str,
    /// Digits after the decimal point.
    fraction: &'a str,
    /// `true` if there is a digit before or after the decimal point.
    has_digits: bool,
    suffix: &'a str,
}

fn split(text: &str) -> Result<Parts<'_>, ParseQuantityError> {
    if text.is_empty() {
        return Err(ParseQuantityError::Format);
    }
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let rest = unsigned.trim_start_matches('0');
    let mut has_digits = rest.len() < unsigned.len() || rest.is_empty();
    let (mut whole, mut rest) = take_while(rest, |byte| byte.is_ascii_digit());
    has_digits |= !whole.is_empty();
    if whole.is_empty() {
        whole = "0";
    }
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        (fraction, rest) = take_while(after, |byte| byte.is_ascii_digit());
        has_digits |= !fraction.is_empty();
    }
    let (_, after) = take_while(rest, |byte| b"eEinumkKMGTP".contains(&byte));
    let after = after.strip_prefix(['+', '-']).unwrap_or(after);
    if !after.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseQuantityError::Format);
    }
    Ok(Parts { is_negative, whole, fraction, has_digits, suffix: rest })
}

fn take_while(text: &str, accepts: impl Fn(u8) -> bool) -> (&str, &str) {
    let end = text.bytes().position(|byte| !accepts(byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Concatenates `whole` and `fraction` to an integer, multiplies it by `factor` and 10^`scale`, and rounds up to nanos.
/// Returns `None` if the result has more than 38 digits.
fn rounded(whole: &str, fraction: &str, factor: u64, scale: i32) -> Option<Amount> {
    // The digits of the product, least significant first. Uses long multiplication because the number may have more
    // than 38 digits before rounding.
    let mut digits: Vec<u8> = Vec::with_capacity(whole.len() + fraction.len() + 20);
    let mut carry: u128 = 0;
    for digit in fraction.bytes().rev().chain(whole.bytes().rev()) {
        carry += u128::from(digit - b'0') * u128::from(factor);
        digits.push((carry % 10) as u8);
        carry /= 10;
    }
    while carry > 0 {
        digits.push((carry % 10) as u8);
        carry /= 10;
    }
    let mut exponent = scale;
    let mut rounds_up = false;
    if let Ok(dropped @ 1..) = usize::try_from(i64::from(NANO) - i64::from(scale)) {
        rounds_up = digits.drain(..dropped.min(digits.len())).any(|digit| digit != 0);
        exponent = NANO;
    }
    // Move trailing zeros into the exponent to leave room for significant digits.
    let zeros = if rounds_up { 0 } else { digits.iter().take_while(|digit| **digit == 0).count() };
    if zeros == digits.len() && !rounds_up {
        return Some(Amount::ZERO);
    }
    if let Some(raised) = i32::try_from(zeros).ok().and_then(|zeros| exponent.checked_add(zeros)) {
        digits.drain(..zeros);
        exponent = raised;
    }
    let mut mantissa: i128 = 0;
    for digit in digits.iter().rev() {
        mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(*digit))?;
    }
    mantissa = mantissa.checked_add(i128::from(rounds_up))?;
    Some(Amount { mantissa, exponent, long: Some(NANO) })
}
