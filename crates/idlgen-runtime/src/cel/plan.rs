//! Programs made ready to be evaluated.

mod attribute;
mod build;
mod comprehension;
mod fold;
mod node;
mod set;
mod wrapper;

use std::fmt;

pub(super) use attribute::{Attribute, Key, Qualifier, Root};
pub(super) use comprehension::{Comprehension, Fold, Loop};
pub(super) use node::{ArithmeticOperator, Call, Comparison, Implementation, PlanNode, Step, Time};
pub(super) use set::Set;
pub(super) use wrapper::{Wrapper, WrapperKind};

use super::evaluation::Evaluation;
use super::program::Program;
use super::{CostTracker, Environment, EvaluationError, Value};

/// A program made ready to be evaluated: functions are found, constants computed, variables have places. Make it once,
/// evaluate it often, from any thread.
///
/// Evaluating takes nothing from the heap, unless the expression builds lists, maps, optionals, text or other values,
/// loops over a map whose data does not have its keys in order, asks data for text that it has to format first, or
/// fails with a text of its own.
#[derive(Debug)]
pub struct Plan {
    environment: Environment,
    root: PlanNode,
    /// How many places the variables of comprehensions need.
    locals: usize,
}

/// Why a program cannot be evaluated at all: a constant part of it always fails, or it is too large.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanError {
    /// Why.
    pub error: EvaluationError,
}

impl fmt::Display for PlanError {
    /// The API server's text.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "program instantiation failed: {}", self.error)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// The deepest tree that is evaluated, so that any program fits a stack of 2 MiB. A comprehension counts as several
    /// levels.
    pub const MAX_DEPTH: u32 = 400;
    pub(super) const COMPREHENSION_DEPTH: u32 = 4;

    /// Makes a program ready. `variables` are the names of what [`evaluate`](Self::evaluate) will be given, in that
    /// order: `["self", "oldSelf"]`.
    ///
    /// # Errors
    ///
    /// A conversion of a constant that fails, a regular expression that does not compile, or a program that is too
    /// large or inconsistent.
    pub fn new(program: &Program, variables: &[&str], environment: Environment) -> Result<Self, PlanError> {
        let (root, locals) = build::build(program, variables, environment).map_err(|error| PlanError { error })?;
        Ok(Self { environment, root, locals })
    }

    /// Evaluates the program. `variables` are the values of the variables, in the order in which they were named; a
    /// variable without value is an error when it is used. What it costs is added to `cost`.
    ///
    /// # Errors
    ///
    /// Why there is no value, with the place in the source text.
    /// [`ErrorKind::CostLimitExceeded`](super::ErrorKind::CostLimitExceeded) if it costs more than `cost` allows.
    pub fn evaluate<'a>(
        &'a self,
        variables: &[Value<'a>],
        cost: &mut CostTracker,
    ) -> Result<Value<'a>, EvaluationError> {
        Evaluation::run(&self.root, self.locals, variables, &self.environment, cost)
    }

    /// Evaluates a rule: an expression that is true or false.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate); `no such overload` if the value is no boolean.
    pub fn evaluate_bool(&self, variables: &[Value<'_>], cost: &mut CostTracker) -> Result<bool, EvaluationError> {
        // The values need not live as long as the plan, so it is the plan that is taken for shorter.
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
