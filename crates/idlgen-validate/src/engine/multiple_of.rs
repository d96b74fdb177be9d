//! `multipleOf`.

use idlgen_runtime::{Context, check, value::Number};

use super::{parts::Parts, walk::Place};

/// A factor.
pub(super) type MultipleOf = Number;

/// The factors of all parts; the number must be a multiple of each.
pub(super) fn compile(parts: &Parts<'_>) -> Vec<MultipleOf> {
    let mut factors = Vec::new();
    for factor in parts.all(|schema| schema.multiple_of) {
        if !factors.contains(&factor) {
            factors.push(factor);
        }
    }
    factors
}

impl Place<'_> {
    pub(super) fn multiple_of(&self, number: Number, cx: &mut Context) -> bool {
        let mut passed = true;
        for factor in &self.node.multiple_of {
            let (number, fits) = self.comparable(number, "MultipleOf", *factor, cx);
            let check = |cx: &mut Context| check::multiple_of(number, *factor, self.path, cx);
            passed &= self.node.keyword("multipleOf", cx, check) && fits;
        }
        passed
    }
}
