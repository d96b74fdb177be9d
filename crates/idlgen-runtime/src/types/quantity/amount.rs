//! Decimal numbers of up to 38 digits.

use std::cmp::Ordering;

/// The power of ten of the smallest unit.
pub(super) const NANO: i32 = -9;

/// A number `mantissa` × 10^`exponent`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Amount {
    pub(super) mantissa: i128,
    pub(super) exponent: i32,
    /// Set if Go stores the number in an `inf.Dec` and not in a scaled `int64`. This affects whether it is treated as
    /// an integer. Contains the power of ten of the last digit in the `inf.Dec`, which is at most `exponent`.
    pub(super) long: Option<i32>,
}

impl From<i64> for Amount {
    fn from(value: i64) -> Self {
        Amount { mantissa: value.into(), exponent: 0, long: None }
    }
}

impl Amount {
    /// Creates an amount from a mantissa and a power of ten.
    pub(crate) const fn new(mantissa: i128, exponent: i32) -> Self {
        Amount { mantissa, exponent, long: None }
    }

    pub(super) const ZERO: Amount = Amount { mantissa: 0, exponent: 0, long: None };

    pub(super) fn negated(self) -> Self {
        Amount { mantissa: -self.mantissa, ..self }
    }

    pub(super) fn to_i64(self) -> Option<i64> {
        if self.long.is_some() {
            return None;
        }
        let scale = 10i64.checked_pow(u32::try_from(self.exponent).ok()?);
        let mantissa = i64::try_from(self.mantissa).ok()?;
        if mantissa == 0 { Some(0) } else { mantissa.checked_mul(scale?) }
    }

    pub(super) fn to_f64(self) -> f64 {
        // Go converts in two steps, which lose more precision if the last stored digit is smaller.
        let exponent = self.held();
        let zeros = i64::from(self.exponent) - i64::from(exponent);
        let mantissa: f64 = format!("{}e{zeros}", self.mantissa).parse().unwrap_or(f64::NAN);
        if exponent == 0 { mantissa } else { mantissa * power_of_ten(exponent) }
    }

    /// Returns the same number without trailing zeros in the mantissa.
    pub(super) fn trimmed(self) -> Self {
        if self.mantissa == 0 {
            return Amount { exponent: 0, ..self };
        }
        let (mut mantissa, mut exponent) = (self.mantissa, self.exponent);
        while mantissa % 10 == 0 && exponent < i32::MAX {
            mantissa /= 10;
            exponent += 1;
        }
        Amount { mantissa, exponent, ..self }
    }

    pub(crate) fn compare(&self, other: &Amount) -> Ordering {
        let signs = self.mantissa.signum().cmp(&other.mantissa.signum());
        if signs != Ordering::Equal || self.mantissa == 0 {
            return signs;
        }
        if self.exponent == other.exponent {
            return self.mantissa.cmp(&other.mantissa);
        }
        let (left, right) = (self.trimmed(), other.trimmed());
        // Compares the positions of the first digits. If they are equal, compares the digits.
        let first_digit =
            |amount: &Amount| i64::from(amount.mantissa.unsigned_abs().ilog10()) + i64::from(amount.exponent);
        let magnitudes = first_digit(&left).cmp(&first_digit(&right)).then_with(|| {
            let gap = left.exponent.abs_diff(right.exponent);
            let (left_digits, right_digits) = (left.mantissa.unsigned_abs(), right.mantissa.unsigned_abs());
            let stretched = |digits: u128| 10u128.checked_pow(gap).and_then(|scale| digits.checked_mul(scale));
            // The first digits have the same position. If scaling a mantissa overflows, that number has more digits and
            // is greater.
            if left.exponent > right.exponent {
                stretched(left_digits).map_or(Ordering::Greater, |digits| digits.cmp(&right_digits))
            } else {
                stretched(right_digits).map_or(Ordering::Less, |digits| left_digits.cmp(&digits))
            }
        });
        if self.mantissa < 0 { magnitudes.reverse() } else { magnitudes }
    }

    /// Returns the power of ten of the last digit in Go's representation.
    fn held(&self) -> i32 {
        self.long.unwrap_or(self.exponent).min(self.exponent)
    }

    pub(super) fn checked_add(&self, other: &Amount) -> Option<Amount> {
        if let (Some(left), Some(right)) = (self.short(), other.short()) {
            if let Some(sum) = add_short(left, right) {
                return Some(sum);
            }
        }
        let long = Some(self.held().min(other.held()));
        if self.mantissa == 0 || other.mantissa == 0 {
            let sum = if other.mantissa == 0 { *self } else { *other };
            return Some(Amount { long, ..sum });
        }
        let exponent = self.exponent.min(other.exponent);
        let scaled = |amount: &Amount| {
            let scale = 10i128.checked_pow(amount.exponent.abs_diff(exponent))?;
            amount.mantissa.checked_mul(scale)
        };
        let mantissa = scaled(self)?.checked_add(scaled(other)?)?;
        Some(Amount { mantissa, exponent, long })
    }

    pub(super) fn checked_sub(&self, other: &Amount) -> Option<Amount> {
        if let (Some(left), Some((mantissa, exponent))) = (self.short(), other.short()) {
            // As in Go, the negation of the smallest integer is that integer itself.
            if let Some(difference) = add_short(left, (mantissa.wrapping_neg(), exponent)) {
                return Some(difference);
            }
        }
        self.checked_add(&Amount { long: Some(other.held()), ..other.negated() })
    }

    /// Returns mantissa and exponent if Go stores the number in a scaled `int64`.
    fn short(&self) -> Option<(i64, i32)> {
        if self.long.is_some() { None } else { Some((i64::try_from(self.mantissa).ok()?, self.exponent)) }
    }
}

/// Adds two scaled integers, if a scaled integer can represent the sum (`int64Amount.Add`).
fn add_short(left: (i64, i32), right: (i64, i32)) -> Option<Amount> {
    let (mantissa, exponent) = if right.0 == 0 {
        left
    } else if left.0 == 0 {
        right
    } else {
        let exponent = left.1.min(right.1);
        let scaled = |(mantissa, from): (i64, i32)| mantissa.checked_mul(10i64.checked_pow(from.abs_diff(exponent))?);
        (scaled(left)?.checked_add(scaled(right)?)?, exponent)
    };
    Some(Amount { mantissa: mantissa.into(), exponent, long: None })
}

/// Computes `math.Pow10`: Go multiplies or divides two powers, so the result is not always the nearest float.
fn power_of_ten(exponent: i32) -> f64 {
    let power = |exponent: i32| format!("1e{exponent}").parse().unwrap_or(f64::NAN);
    match exponent {
        ..-323 => 0.0,
        -323..0 => power(exponent / 32 * 32) / power(-exponent % 32),
        0..=308 => power(exponent / 32 * 32) * power(exponent % 32),
        309.. => f64::INFINITY,
    }
}
