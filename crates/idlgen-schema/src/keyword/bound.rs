//! Bounds of numbers.

use idlgen_runtime::value::Number;

/// The value of `minimum` or `maximum`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The limit.
    pub limit: Number,
    /// `true` if the limit itself is excluded.
    pub exclusive: bool,
}

impl Bound {
    /// Returns `true` if this bound is stricter than the other. If the limits are equal, an exclusive bound is
    /// stricter.
    pub(super) fn is_tighter_than(self, other: Bound, is_beyond: fn(f64, f64) -> bool) -> bool {
        let (limit, other_limit) = (self.limit.as_f64(), other.limit.as_f64());
        is_beyond(limit, other_limit) || (limit == other_limit && self.exclusive && !other.exclusive)
    }
}

impl From<Number> for Bound {
    fn from(limit: Number) -> Self {
        Bound { limit, exclusive: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyword::{Keyword, Keywords, Value};

    #[test]
    fn of_equal_bounds_the_exclusive_one_is_tighter() {
        let bound = |limit, exclusive| Bound { limit: Number::Int(limit), exclusive };
        let tighter = |keyword, first, second| {
            let mut keywords = Keywords::from([(keyword, first)]);
            keywords.add(keyword, Value::Bound(second));
            keywords.bound(keyword)
        };
        let (minimum, maximum) = (Keyword::Minimum, Keyword::Maximum);
        assert_eq!(tighter(minimum, bound(1, false), bound(2, false)), Some(bound(2, false)));
        assert_eq!(tighter(maximum, bound(1, false), bound(2, true)), Some(bound(1, false)));
        assert_eq!(tighter(maximum, bound(1, false), bound(1, true)), Some(bound(1, true)));
        assert_eq!(tighter(minimum, bound(1, true), bound(1, false)), Some(bound(1, true)));
    }

    #[test]
    fn a_looser_value_never_replaces_a_tighter_one() {
        let merged = |keyword, first: Bound, second: Bound| {
            let mut keywords = Keywords::from([(keyword, first)]);
            keywords.add(keyword, Value::Bound(second));
            let backwards = {
                let mut keywords = Keywords::from([(keyword, second)]);
                keywords.add(keyword, Value::Bound(first));
                keywords.bound(keyword)
            };
            assert_eq!(keywords.bound(keyword), backwards);
            backwards
        };
        let bound = |limit: f64, exclusive| Bound { limit: Number::Float(limit), exclusive };
        for (keyword, loose, tight) in
            [(Keyword::Maximum, 2.0, 1.5), (Keyword::Minimum, 1.5, 2.0), (Keyword::Maximum, -1.0, -2.0)]
        {
            for exclusive in [(false, false), (false, true), (true, false), (true, true)] {
                let (loose, tight) = (bound(loose, exclusive.0), bound(tight, exclusive.1));
                assert_eq!(merged(keyword, loose, tight), Some(tight));
            }
            assert_eq!(merged(keyword, bound(tight, true), bound(tight, false)), Some(bound(tight, true)));
        }
    }

    #[test]
    fn of_counts_the_smallest_or_greatest_applies() {
        for (keyword, expected) in [
            (Keyword::MaxLength, 3),
            (Keyword::MinLength, 5),
            (Keyword::MaxItems, 3),
            (Keyword::MinItems, 5),
            (Keyword::MaxProperties, 3),
            (Keyword::MinProperties, 5),
        ] {
            for values in [[3, 5], [5, 3]] {
                let mut keywords = Keywords::from([(keyword, Value::Count(values[0]))]);
                keywords.add(keyword, Value::Count(values[1]));
                assert_eq!(keywords.count(keyword), Some(expected), "{}", keyword.name());
            }
        }
    }
}
