//! `maximum` and `exclusiveMaximum`.

use idlgen_runtime::{Context, check, value::Number};

use super::walk::Place;
use crate::compiled::Bound;

impl Place<'_> {
    pub(super) fn maximum(&self, bound: Bound, number: Number, cx: &mut Context) -> bool {
        let (number, fits) = self.comparable(number, "Maximum boundary", bound.limit, cx);
        let check = |cx: &mut Context| check::maximum(number, bound.limit, bound.exclusive, self.path, cx);
        self.node.keyword("maximum", cx, check) && fits
    }
}
