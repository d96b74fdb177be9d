//! Bounds, and which of two counts where both apply.

use idlgen_runtime::value::Number;

/// `minimum` or `maximum`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The limit.
    pub limit: Number,
    /// Whether the limit itself is excluded.
    pub exclusive: bool,
}

impl Bound {
    /// Of two minimums the one that lets less pass; of two that are equal the exclusive one.
    pub(crate) fn tighter_minimum(own: Option<Bound>, other: Bound) -> Bound {
        own.filter(|own| !other.is_tighter_than(*own, |limit, known| limit > known)).unwrap_or(other)
    }

    /// Of two maximums the one that lets less pass; of two that are equal the exclusive one.
    pub(crate) fn tighter_maximum(own: Option<Bound>, other: Bound) -> Bound {
        own.filter(|own| !other.is_tighter_than(*own, |limit, known| limit < known)).unwrap_or(other)
    }

    fn is_tighter_than(self, other: Bound, is_beyond: fn(f64, f64) -> bool) -> bool {
        let (limit, other_limit) = (self.limit.as_f64(), other.limit.as_f64());
        is_beyond(limit, other_limit) || (limit == other_limit && self.exclusive && !other.exclusive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_bounds_the_exclusive_one_is_tighter() {
        let bound = |limit, exclusive| Bound { limit: Number::Int(limit), exclusive };
        assert_eq!(Bound::tighter_minimum(Some(bound(1, false)), bound(2, false)), bound(2, false));
        assert_eq!(Bound::tighter_maximum(Some(bound(1, false)), bound(2, true)), bound(1, false));
        assert_eq!(Bound::tighter_maximum(Some(bound(1, false)), bound(1, true)), bound(1, true));
        assert_eq!(Bound::tighter_minimum(Some(bound(1, true)), bound(1, false)), bound(1, true));
    }
}
