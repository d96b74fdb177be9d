//! Decides whether a failed operand is absorbed.
//!
//! In CEL, an operand that decides the result wins over a failed one: in `a && b`, a failed `a` is absorbed if `b` is
//! false. Where this cannot let the rule pass, the code fails at once, as a person would write it, and the interpreter
//! evaluates the rule.

use super::{
    Translator,
    operand::{Failure, Level, Operand},
    polarity::Polarity,
};
use crate::emit::rust::validators::uses;

impl Translator<'_, '_, '_> {
    /// Runs `translate` for an expression of this polarity.
    pub(super) fn with_polarity<R>(&mut self, polarity: Polarity, translate: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.polarity, polarity);
        let translated = translate(self);
        self.polarity = outer;
        translated
    }

    /// Returns `true` if a failure of an operand is absorbed when another one decides that the result is `deciding`.
    ///
    /// If the operand adds to the cost, its failure ends the rule, because the cost of its remaining parts is unknown.
    pub(super) fn absorbs(&self, operand: &Operand, deciding: bool) -> bool {
        let matters = match self.polarity {
            Polarity::Positive => deciding,
            Polarity::Negative => !deciding,
            Polarity::Unknown => true,
        };
        matters && operand.failure == Failure::Possible && !uses(&operand.at(Level::Any), "cost")
    }
}
