//! Programs prepared for evaluation.

mod build;
pub(super) mod depth;
mod fold;
mod node;
mod set;
mod wrapper;

use std::fmt;

pub(super) use node::{
    ArithmeticOperator, Attribute, Call, Comparison, Comprehension, Fold, Implementation, Key, Loop, PlanNode,
    Qualifier, Root, Step, Time, Wrapper,
};
pub(super) use set::Set;
pub(super) use wrapper::{WrapperKind, field_error};

use super::evaluation::Evaluation;
use super::program::Program;
use super::{CostTracker, Environment, EvaluationError, Value};

/// A program prepared for evaluation: functions are resolved, constants folded, and variables have slots. Build it once
/// and evaluate it repeatedly, from any thread.
///
/// An evaluation allocates only if the expression builds lists, maps, optionals, strings or other values, iterates over
/// a map whose data does not have sorted keys, reads data that must be formatted as a string first, or fails with a
/// custom message.
#[derive(Debug)]
pub struct Plan {
    environment: Environment,
    root: PlanNode,
    /// Number of slots for comprehension variables.
    locals: usize,
}

/// The reason why a program cannot be evaluated: evaluating a constant part always fails, or the program is too large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    /// The error of the constant part, or the error that reports the exceeded limit.
    pub error: EvaluationError,
}

impl fmt::Display for PlanError {
    /// Formats the message of the API server.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "program instantiation failed: {}", self.error)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// Maximum depth of an evaluated expression, so that any program fits a stack of 2 MiB. A comprehension takes
    /// several levels.
    pub const MAX_DEPTH: u32 = depth::MAX;

    /// Prepares a program. `variables` are the names of the values that [`evaluate`](Self::evaluate) takes, in the same
    /// order: `["self", "oldSelf"]`.
    ///
    /// # Errors
    ///
    /// Returns an error if the conversion of a constant fails, a regular expression does not compile, or the program is
    /// too large or inconsistent.
    pub fn new(program: &Program, variables: &[&str], environment: Environment) -> Result<Self, PlanError> {
        let (root, locals) = build::build(program, variables, environment).map_err(|error| PlanError { error })?;
        Ok(Self { environment, root, locals })
    }

    /// Evaluates the program. `variables` are the values in the order of their names. An access to a variable without a
    /// value is an error. Adds the cost to `cost`.
    ///
    /// # Errors
    ///
    /// Returns an evaluation error with its position in the source, or
    /// [`ErrorKind::CostLimitExceeded`](super::ErrorKind::CostLimitExceeded) if the cost exceeds the limit of `cost`.
    pub fn evaluate<'a>(
        &'a self,
        variables: &[Value<'a>],
        cost: &mut CostTracker,
    ) -> Result<Value<'a>, EvaluationError> {
        Evaluation::run(&self.root, self.locals, variables, &self.environment, cost)
    }

    /// Evaluates a rule, which must have a boolean result.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`evaluate`](Self::evaluate), or `no such overload` if the result is not a boolean.
    pub fn evaluate_bool(&self, variables: &[Value<'_>], cost: &mut CostTracker) -> Result<bool, EvaluationError> {
        // The values may have a shorter lifetime than the plan, so this shortens the lifetime of the plan.
        fn shorter<'a>(
            plan: &'a Plan,
            variables: &[Value<'a>],
            cost: &mut CostTracker,
        ) -> Result<bool, EvaluationError> {
            Evaluation::run_bool(&plan.root, plan.locals, variables, &plan.environment, cost)
        }
        shorter(self, variables, cost)
    }
}
