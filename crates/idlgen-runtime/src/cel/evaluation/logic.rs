//! `&&`, `||`, `!`, `?:` and optionals' `or`.

use super::truth::Truth;
use super::{Evaluation, Outcome, is_final};
use crate::cel::plan::{PlanNode, Step};
use crate::cel::{EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// `&&` (decided by false) or `||` (decided by true): decided if any operand decides, whatever fails; else the
    /// first error; else the opposite.
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

    /// What a call costs whose argument failed. Its error stays, unless the limit is reached.
    #[cold]
    fn charge_failed(&mut self, cost: u64) -> Truth {
        let error = self.take_failure();
        match self.cost.charge(cost) {
            Ok(()) => self.fail(error),
            Err(limit) => self.fail(limit),
        }
    }

    /// False only if the operand is that and no error.
    pub(super) fn not_strictly_false(&mut self, operand: &'a PlanNode) -> Outcome<'a> {
        let outcome = self.value(operand);
        self.cost.charge(1)?;
        match outcome {
            Err(error) if is_final(&error) => Err(error),
            Ok(Value::Bool(false)) => Ok(Value::Bool(false)),
            _ => Ok(Value::Bool(true)),
        }
    }

    /// A call with one argument that costs 1.
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
            // A branch that is no chain of look-ups is made one upstream, and that takes optionals apart.
            (Step::Attribute(_) | Step::Conditional(_) | Step::Constant(_), value) => Ok(value),
            (_, value) => Ok(self.through_attribute(value)),
        }
    }

    /// `a.or(b)` or `a.orValue(b)`, which cost nothing themselves.
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
