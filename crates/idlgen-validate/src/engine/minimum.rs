//! `minimum` and `exclusiveMinimum`.

use idlgen_runtime::{Context, check, value::Number};

use super::walk::Place;
use crate::compiled::Bound;

impl Place<'_> {
    pub(super) fn minimum(&self, bound: Bound, number: Number, cx: &mut Context) -> bool {
        let (number, fits) = self.comparable(number, "Minimum boundary", bound.limit, cx);
        let check = |cx: &mut Context| check::minimum(number, bound.limit, bound.exclusive, self.path, cx);
        self.node.keyword("minimum", cx, check) && fits
    }
}
