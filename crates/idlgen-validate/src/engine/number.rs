//! Checks of numbers.

use idlgen_runtime::{
    Context,
    value::{Number, ValueRef},
};

use super::walk::{Judged, Place};

impl Place<'_> {
    /// `validate.numberValidator`: everything that fails is reported.
    pub(super) fn number(&self, cx: &mut Context) -> Judged {
        let number = match self.value {
            ValueRef::Int(value) => Number::Int(*value),
            ValueRef::Float(value) => Number::Float(*value),
            _ => return Judged::PASSED,
        };
        let mut judged = Judged { passed: self.number_format(number, cx), matches: 2 };
        for check in [Self::multiple_of, Self::minimum, Self::maximum] {
            if cx.is_done() {
                break;
            }
            judged.check(check(self, number, cx));
        }
        judged
    }
}
