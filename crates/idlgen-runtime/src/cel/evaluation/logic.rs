//! `&&`, `||`, `!`, `?:` and optionals' `or`.

use super::{Evaluation, Outcome, is_final};
use crate::cel::plan::{Node, Step};
use crate::cel::{EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// False if any operand is, whatever fails; else the first error; else true.
    pub(super) fn and(&mut self, operands: &'a [Node]) -> Outcome<'a> {
        self.logic(operands, false)
    }

    /// True if any operand is, whatever fails; else the first error; else false.
    pub(super) fn or(&mut self, operands: &'a [Node]) -> Outcome<'a> {
        self.logic(operands, true)
    }

    #[inline]
    fn logic(&mut self, operands: &'a [Node], decisive: bool) -> Outcome<'a> {
        let mut first_error = None;
        for operand in operands {
            match self.truth(operand) {
                Ok(answer) if answer == decisive => return Ok(Value::Bool(decisive)),
                Ok(_) => {}
                Err(error) if is_final(&error) => return Err(error),
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        first_error.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    /// A value that should be a boolean.
    #[inline]
    pub(super) fn truth(&mut self, node: &'a Node) -> Result<bool, EvaluationError> {
        match self.value(node)? {
            Value::Bool(value) => Ok(value),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }

    pub(super) fn not(&mut self, operand: &'a Node) -> Outcome<'a> {
        self.unary(operand, |value| match value {
            Value::Bool(value) => Ok(Value::Bool(!value)),
            _ => Err(EvaluationError::no_such_overload()),
        })
    }

    /// False only if the operand is that and no error.
    pub(super) fn not_strictly_false(&mut self, operand: &'a Node) -> Outcome<'a> {
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
    pub(super) fn unary(&mut self, operand: &'a Node, function: impl FnOnce(Value<'a>) -> Outcome<'a>) -> Outcome<'a> {
        let outcome = self.value(operand);
        self.cost.charge(1)?;
        function(outcome?)
    }

    pub(super) fn conditional(&mut self, parts: &'a [Node; 3]) -> Outcome<'a> {
        let [condition, truthy, falsy] = parts;
        let branch = if self.truth(condition)? { truthy } else { falsy };
        match (&branch.step, self.value(branch)?) {
            // A branch that is no chain of look-ups is made one upstream, and that takes optionals apart.
            (Step::Attribute(_) | Step::Conditional(_) | Step::Constant(_), value) => Ok(value),
            (_, value) => Ok(self.through_attribute(value)),
        }
    }

    /// `a.or(b)` or `a.orValue(b)`, which cost nothing themselves.
    pub(super) fn optional_or(&mut self, operands: &'a [Node; 2], takes_value: bool) -> Outcome<'a> {
        let [optional, other] = operands;
        match self.value(optional)? {
            Value::Optional(Some(value)) if takes_value => Ok(Value::clone(&value)),
            Value::Optional(Some(value)) => Ok(Value::Optional(Some(value))),
            Value::Optional(None) => self.value(other),
            _ if self.environment.minor() >= 37 => Err(EvaluationError::no_such_overload()),
            value => Ok(value),
        }
    }
}
