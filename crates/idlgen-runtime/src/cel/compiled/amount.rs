//! Numbers of quantities.

use std::cmp::Ordering;

use super::Cost;
use crate::types::{self, Quantity};

/// The number of a quantity, for comparisons.
#[derive(Clone, Copy, Debug)]
pub struct Amount(types::Amount);

impl Amount {
    /// Creates the number `mantissa` × 10^`exponent`.
    #[inline]
    pub const fn new(mantissa: i128, exponent: i32) -> Self {
        Amount(types::Amount::new(mantissa, exponent))
    }

    /// `quantity(text)`. Fails if the string is not a quantity.
    #[inline]
    pub fn parse(text: &str, cost: &Cost) -> Option<Self> {
        cost.traverse(text.len());
        Quantity::amount_of(text).map(Amount)
    }

    /// `left.compareTo(right)`
    #[inline]
    pub fn compare(&self, other: &Amount) -> Ordering {
        self.0.compare(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::library::quantity::{compare_to, quantity};

    #[test]
    fn amounts_compare_like_quantities() {
        let texts =
            ["0", "1", "-1", "1Gi", "1G", "1000m", "1e3", "1k", "0.5", "1.5Gi", "12345678901234567890", "1n", "-2Ki"];
        for left in texts {
            for right in texts {
                let cost = Cost::default();
                let parsed = Quantity::scientific(&right.parse().unwrap());
                let ordering = Amount::parse(left, &cost).unwrap().compare(&Amount::new(parsed.0, parsed.1));
                let expected = compare_to(&quantity(left).unwrap(), &quantity(right).unwrap());
                assert_eq!(
                    (ordering as i64, cost.get()),
                    (expected, (left.len() as u64).div_ceil(10)),
                    "{left} {right}"
                );
            }
        }
        assert!(Amount::parse("1 Gi", &Cost::default()).is_none());
    }
}
