//! `multipleOf`.

use idlgen_runtime::{Context, check, value::Number};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn multiple_of(&self, factor: Number, number: Number, cx: &mut Context) -> bool {
        let (number, fits) = self.comparable(number, "MultipleOf", factor, cx);
        let check = |cx: &mut Context| check::multiple_of(number, factor, self.path, cx);
        self.node.keyword("multipleOf", cx, check) && fits
    }
}
