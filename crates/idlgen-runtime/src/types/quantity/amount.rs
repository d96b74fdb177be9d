//! Decimal numbers of up to 38 digits.

use std::cmp::Ordering;

/// `mantissa` × 10^`exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) mantissa: i128,
    pub(super) exponent: i32,
    /// Whether Go holds the number in an `inf.Dec` rather than a scaled `int64`, which shows in what it takes for an integer.
    pub(super) is_long: bool,
}

impl From<i64> for Amount {
    fn from(value: i64) -> Self {
        Amount { mantissa: value.into(), exponent: 0, is_long: false }
    }
}

impl Amount {
    pub(super) const ZERO: Amount = Amount { mantissa: 0, exponent: 0, is_long: false };

    pub(super) fn negated(self) -> Self {
        Amount { mantissa: -self.mantissa, ..self }
    }

    pub(super) fn to_i64(self) -> Option<i64> {
        if self.is_long {
            return None;
        }
        let scale = 10i64.checked_pow(u32::try_from(self.exponent).ok()?);
        let mantissa = i64::try_from(self.mantissa).ok()?;
        if mantissa == 0 { Some(0) } else { mantissa.checked_mul(scale?) }
    }

    pub(super) fn to_f64(self) -> f64 {
        let scale: f64 = format!("1e{}", self.exponent).parse().unwrap_or(f64::NAN);
        if self.exponent == 0 { self.mantissa as f64 } else { self.mantissa as f64 * scale }
    }

    /// The same number without zeros at the end of the mantissa.
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

    pub(super) fn compare(&self, other: &Amount) -> Ordering {
        let signs = self.mantissa.signum().cmp(&other.mantissa.signum());
        if signs != Ordering::Equal || self.mantissa == 0 {
            return signs;
        }
        let (left, right) = (self.trimmed(), other.trimmed());
        // The position of the first digit decides, then the digits.
        let first_digit =
            |amount: &Amount| i64::from(amount.mantissa.unsigned_abs().ilog10()) + i64::from(amount.exponent);
        let magnitudes = first_digit(&left).cmp(&first_digit(&right)).then_with(|| {
            let gap = left.exponent.abs_diff(right.exponent);
            let (left_digits, right_digits) = (left.mantissa.unsigned_abs(), right.mantissa.unsigned_abs());
            let stretched = |digits: u128| 10u128.checked_pow(gap).and_then(|scale| digits.checked_mul(scale));
            // With the first digits in the same place, a stretched mantissa that is too long is the longer one's better.
            if left.exponent > right.exponent {
                stretched(left_digits).map_or(Ordering::Greater, |digits| digits.cmp(&right_digits))
            } else {
                stretched(right_digits).map_or(Ordering::Less, |digits| left_digits.cmp(&digits))
            }
        });
        if self.mantissa < 0 { magnitudes.reverse() } else { magnitudes }
    }

    pub(super) fn checked_add(&self, other: &Amount) -> Option<Amount> {
        let is_long = self.is_long || other.is_long;
        if self.mantissa == 0 || other.mantissa == 0 {
            let other = if self.mantissa == 0 { *other } else { *self };
            return Some(Amount { is_long, ..other });
        }
        let exponent = self.exponent.min(other.exponent);
        let scaled = |amount: &Amount| {
            let scale = 10i128.checked_pow(amount.exponent.abs_diff(exponent))?;
            amount.mantissa.checked_mul(scale)
        };
        let mantissa = scaled(self)?.checked_add(scaled(other)?)?;
        let is_long = is_long || i64::try_from(mantissa).is_err();
        Some(Amount { mantissa, exponent, is_long })
    }
}
