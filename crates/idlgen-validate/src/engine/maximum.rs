//! `maximum` and `exclusiveMaximum`.

use idlgen_runtime::{Context, check, value::Number};

use super::{parts::Parts, walk::Place};

/// A bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Maximum {
    limit: Number,
    exclusive: bool,
}

/// The tightest counts; of two that are equal the exclusive one.
pub(super) fn compile(parts: &Parts<'_>) -> Option<Maximum> {
    parts
        .all(|schema| Some(Maximum { limit: schema.maximum?, exclusive: schema.exclusive_maximum }))
        .reduce(|left, right| if right.is_tighter_than(left) { right } else { left })
}

impl Maximum {
    fn is_tighter_than(self, other: Maximum) -> bool {
        let (limit, other_limit) = (self.limit.as_f64(), other.limit.as_f64());
        limit < other_limit || (limit == other_limit && self.exclusive && !other.exclusive)
    }
}

impl Place<'_> {
    pub(super) fn maximum(&self, number: Number, cx: &mut Context) -> bool {
        let Some(bound) = self.node.maximum else { return true };
        let (number, fits) = self.comparable(number, "Maximum boundary", bound.limit, cx);
        let check = |cx: &mut Context| check::maximum(number, bound.limit, bound.exclusive, self.path, cx);
        self.node.keyword("maximum", cx, check) && fits
    }
}
