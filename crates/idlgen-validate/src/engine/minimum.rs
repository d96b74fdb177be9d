//! `minimum` and `exclusiveMinimum`.

use idlgen_runtime::{Context, check, value::Number};

use super::{parts::Parts, walk::Place};

/// A bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minimum {
    limit: Number,
    exclusive: bool,
}

/// The tightest counts; of two that are equal the exclusive one.
pub(super) fn compile(parts: &Parts<'_>) -> Option<Minimum> {
    parts
        .all(|schema| Some(Minimum { limit: schema.minimum?, exclusive: schema.exclusive_minimum }))
        .reduce(|left, right| if right.is_tighter_than(left) { right } else { left })
}

impl Minimum {
    fn is_tighter_than(self, other: Minimum) -> bool {
        let (limit, other_limit) = (self.limit.as_f64(), other.limit.as_f64());
        limit > other_limit || (limit == other_limit && self.exclusive && !other.exclusive)
    }
}

impl Place<'_> {
    pub(super) fn minimum(&self, number: Number, cx: &mut Context) -> bool {
        let Some(bound) = self.node.minimum else { return true };
        let (number, fits) = self.comparable(number, "Minimum boundary", bound.limit, cx);
        let check = |cx: &mut Context| check::minimum(number, bound.limit, bound.exclusive, self.path, cx);
        self.node.keyword("minimum", cx, check) && fits
    }
}
