//! Evaluates boolean expressions without boxing the result. This is the fast path for rules.

use super::{Evaluation, Outcome, is_final};
use crate::cel::plan::{Loop, PlanNode, Step, depth};
use crate::cel::{CostTracker, Environment, ErrorKind, EvaluationError, Value};

/// A boolean result, or a failure whose error is in [`Evaluation::failure`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    False,
    True,
    Failed,
}

impl From<bool> for Truth {
    #[inline]
    fn from(value: bool) -> Self {
        if value { Self::True } else { Self::False }
    }
}

impl<'a> Evaluation<'a, '_> {
    /// Evaluates a rule, whose result must be a boolean.
    pub(in crate::cel) fn run_bool(
        root: &'a PlanNode,
        locals: usize,
        variables: &[Value<'a>],
        environment: &'a Environment,
        cost: &mut CostTracker,
    ) -> Result<bool, EvaluationError> {
        if locals > 0 {
            return match Self::run(root, locals, variables, environment, cost)? {
                Value::Bool(value) => Ok(value),
                _ => Err(EvaluationError::no_such_overload()),
            };
        }
        let mut evaluation =
            Evaluation { variables, locals: &mut [], environment, cost, depth: 0, built: 0, failure: None };
        match evaluation.truth(root) {
            Truth::True => Ok(true),
            Truth::False => Ok(false),
            Truth::Failed => Err(evaluation.take_failure()),
        }
    }

    /// Evaluates a node that is expected to have a boolean value.
    pub(super) fn truth(&mut self, node: &'a PlanNode) -> Truth {
        let truth = match &node.step {
            Step::Constant(Value::Bool(value)) => return (*value).into(),
            Step::Constant(_) | Step::Attribute(_) => {
                let value = self.value(node);
                return self.truth_of(value);
            }
            step => {
                self.depth += 1;
                let truth = if self.depth > depth::MAX {
                    self.fail(ErrorKind::TooDeep.into())
                } else {
                    self.truth_of_step(step)
                };
                self.depth -= 1;
                truth
            }
        };
        if truth == Truth::Failed {
            if let Some(error) = &mut self.failure {
                error.place(node.position);
            }
        }
        truth
    }

    pub(super) fn truth_of_step(&mut self, step: &'a Step) -> Truth {
        match step {
            Step::And(operands) => self.logic(operands, Truth::False),
            Step::Or(operands) => self.logic(operands, Truth::True),
            Step::Equal(operands) => self.equal(operands, false),
            Step::NotEqual(operands) => self.equal(operands, true),
            Step::Compare(comparison, call_cost, operands) => self.compare(*comparison, *call_cost, operands),
            Step::Not(operand) => self.not(operand),
            Step::Conditional(parts) => {
                let [condition, truthy, falsy] = &**parts;
                match self.truth(condition) {
                    Truth::True => self.truth(truthy),
                    Truth::False => self.truth(falsy),
                    Truth::Failed => Truth::Failed,
                }
            }
            Step::InSet(set, item) => match self.value(item) {
                // In Go, byte strings are not hashable, so the lookup crashes.
                Ok(Value::Bytes(_)) => {
                    let message = "runtime error: hash of unhashable type types.Bytes".to_owned();
                    self.fail(ErrorKind::Internal(message.into()).into())
                }
                Ok(item) => set.contains(&item).into(),
                Err(error) => self.fail(error),
            },
            Step::Comprehension(comprehension) => {
                let range = match self.value(&comprehension.range) {
                    Ok(range) => range,
                    Err(error) => return self.fail(error),
                };
                match &comprehension.body {
                    Loop::All(predicate) => self.quantifier(comprehension, &range, predicate, Truth::False),
                    Loop::Exists(predicate) => self.quantifier(comprehension, &range, predicate, Truth::True),
                    Loop::ExistsOne(predicate) => self.exists_one(comprehension, &range, predicate),
                    Loop::Fold(fold) => {
                        let value = self.fold(comprehension, &range, fold);
                        self.truth_of(value)
                    }
                }
            }
            step => {
                let value = self.step(step);
                self.truth_of(value)
            }
        }
    }

    /// Converts a value that is expected to be a boolean.
    #[inline]
    pub(super) fn truth_of(&mut self, value: Outcome<'a>) -> Truth {
        match value {
            Ok(Value::Bool(value)) => value.into(),
            Ok(_) => self.fail(EvaluationError::no_such_overload()),
            Err(error) => self.fail(error),
        }
    }

    /// Converts a boolean to a value.
    #[inline]
    pub(super) fn outcome(&mut self, truth: Truth) -> Outcome<'a> {
        match truth {
            Truth::False => Ok(Value::Bool(false)),
            Truth::True => Ok(Value::Bool(true)),
            Truth::Failed => Err(self.take_failure()),
        }
    }

    #[cold]
    pub(super) fn fail(&mut self, error: EvaluationError) -> Truth {
        self.failure = Some(error);
        Truth::Failed
    }

    #[cold]
    pub(super) fn take_failure(&mut self) -> EvaluationError {
        self.failure.take().unwrap_or_else(EvaluationError::no_such_overload)
    }

    /// Adds to the cost. Returns `false` if it exceeds the limit, which stops the evaluation.
    #[inline]
    pub(super) fn charged(&mut self, cost: u64) -> bool {
        match self.cost.charge(cost) {
            Ok(()) => true,
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }

    /// Stores the error of a failed operand in `first` unless it already contains one. Returns `false` if the error
    /// stops the evaluation.
    #[cold]
    pub(super) fn absorb(&mut self, first: &mut Option<EvaluationError>) -> bool {
        let error = self.take_failure();
        if is_final(&error) {
            self.failure = Some(error);
            return false;
        }
        first.get_or_insert(error);
        true
    }
}
