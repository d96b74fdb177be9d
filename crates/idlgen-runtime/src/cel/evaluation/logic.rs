//! Evaluates `&&`, `||`, `!`, `?:`, and `or` and `orValue` of optionals.

use super::truth::Truth;
use super::{Evaluation, Outcome, is_final};
use crate::cel::plan::{PlanNode, Step};
use crate::cel::{EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// Evaluates `&&` or `||`. `decisive` is the operand value that decides the result: false for `&&`, true for `||`.
    /// It takes precedence over errors in other operands. Otherwise the result is the first error, or the opposite of
    /// `decisive` if there is none.
    pub(super) fn logic(&mut self, operands: &'a [PlanNode], decisive: Truth) -> Truth {
        let mut first_error = None;
        for operand in operands {
            match self.truth(operand) {
                Truth::Failed if !self.absorb(&mut first_error) => return Truth::Failed,
                truth if truth == decisive => return decisive,
                _ => {}
            }
        }
        match first_error {
            Some(error) => self.fail(error),
            None => (decisive == Truth::False).into(),
        }
    }

    pub(super) fn not(&mut self, operand: &'a PlanNode) -> Truth {
        let truth = self.truth(operand);
        if truth == Truth::Failed {
            return self.charge_failed(1);
        }
        if !self.charged(1) {
            return Truth::Failed;
        }
        (truth == Truth::False).into()
    }

    /// Charges for a call whose argument failed. Preserves the error of the argument unless the cost exceeds the limit.
    #[cold]
    fn charge_failed(&mut self, cost: u64) -> Truth {
        let error = self.take_failure();
        match self.cost.charge(cost) {
            Ok(()) => self.fail(error),
            Err(limit) => self.fail(limit),
        }
    }

    /// Evaluates `@not_strictly_false(operand)`: false if the operand is false, otherwise true, even if it is an error.
    pub(super) fn not_strictly_false(&mut self, operand: &'a PlanNode) -> Outcome<'a> {
        let outcome = self.value(operand);
        self.cost.charge(1)?;
        match outcome {
            Err(error) if is_final(&error) => Err(error),
            Ok(Value::Bool(false)) => Ok(Value::Bool(false)),
            _ => Ok(Value::Bool(true)),
        }
    }

    /// Evaluates a function with one argument and a cost of 1.
    #[inline]
    pub(super) fn unary(
        &mut self,
        operand: &'a PlanNode,
        function: impl FnOnce(Value<'a>) -> Outcome<'a>,
    ) -> Outcome<'a> {
        let outcome = self.value(operand);
        self.cost.charge(1)?;
        function(outcome?)
    }

    pub(super) fn conditional(&mut self, parts: &'a [PlanNode; 3]) -> Outcome<'a> {
        let [condition, truthy, falsy] = parts;
        let branch = match self.truth(condition) {
            Truth::True => truthy,
            Truth::False => falsy,
            Truth::Failed => return Err(self.take_failure()),
        };
        match (&branch.step, self.value(branch)?) {
            // cel-go wraps branches of all other kinds in an access chain, which converts optionals.
            (Step::Attribute(_) | Step::Conditional(_) | Step::Constant(_), value) => Ok(value),
            (_, value) => Ok(self.through_attribute(value)),
        }
    }

    /// Evaluates `a.or(b)`, or `a.orValue(b)` if `takes_value`. The call itself has no cost.
    pub(super) fn optional_or(&mut self, operands: &'a [PlanNode; 2], takes_value: bool) -> Outcome<'a> {
        let [optional, other] = operands;
        match self.value(optional)? {
            Value::Optional(Some(value)) if takes_value => Value::clone(&value).taken(),
            Value::Optional(Some(value)) => Ok(Value::Optional(Some(value))),
            Value::Optional(None) => self.value(other),
            _ if self.environment.minor() >= 37 => Err(EvaluationError::no_such_overload()),
            value => Ok(value),
        }
    }
}
