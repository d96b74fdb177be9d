//! What `minimum` and `maximum` have in common: a limit of one layer, with or without the limit itself, and the tighter
//! of two.

use idlgen_validate::schema::Number;

use crate::tags::Exclusive;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    /// The limit.
    pub(super) limit: Number,
    /// Whether the limit itself is out.
    pub(super) is_exclusive: bool,
}

/// What one layer says of one end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    /// Its plain limit.
    pub(super) limit: Option<Number>,
    /// Its exclusive one: a flag that belongs to the plain limit (its own, or else the one of the layers below), or a
    /// limit of its own.
    pub(super) exclusive: Option<Exclusive>,
}

impl Said {
    /// The bound of this layer and the layers below it; `is_tighter(a, b)` says whether the limit `a` lets less through
    /// than `b`.
    pub(super) fn combine(self, below: Option<Bound>, is_tighter: fn(Number, Number) -> bool) -> Option<Bound> {
        let flag = match self.exclusive {
            Some(Exclusive::Flag(flag)) => flag,
            _ => false,
        };
        let own = self.limit.map(|limit| Bound { limit, is_exclusive: flag });
        let below = match below {
            Some(bound) if own.is_none() => Some(Bound { is_exclusive: bound.is_exclusive || flag, ..bound }),
            other => other,
        };
        let strict = match self.exclusive {
            Some(Exclusive::Limit(limit)) => Some(Bound { limit, is_exclusive: true }),
            _ => None,
        };
        [own, strict].into_iter().flatten().fold(below, |tightest, bound| Some(tighter(tightest, bound, is_tighter)))
    }
}

fn tighter(first: Option<Bound>, second: Bound, is_tighter: fn(Number, Number) -> bool) -> Bound {
    let Some(first) = first else { return second };
    if is_tighter(first.limit, second.limit) {
        first
    } else if is_tighter(second.limit, first.limit) {
        second
    } else {
        Bound { limit: first.limit, is_exclusive: first.is_exclusive || second.is_exclusive }
    }
}

/// Whether `left` is less than `right`, exactly for integers.
pub(super) fn less(left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => left < right,
        _ => left.as_f64() < right.as_f64(),
    }
}
