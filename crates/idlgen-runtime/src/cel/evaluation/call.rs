//! Evaluates calls of library functions.

use super::{Evaluation, Outcome, is_final};
use crate::cel::library::{Function, no_such_overload, regex::call_compiled};
use crate::cel::plan::{Call, Implementation};
use crate::cel::{Environment, ErrorKind, EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    pub(super) fn call(&mut self, call: &'a Call) -> Outcome<'a> {
        match &*call.arguments {
            [] => self.apply(call, &[]),
            [only] => match self.value(only) {
                Ok(only) => self.apply(call, &[only]),
                Err(error) => self.failed(call, [Err(error), Ok(Value::Null)]),
            },
            // An error in the first argument ends the call, and the call has no cost.
            [first, second] if call.ends_at_error => {
                let first = self.value(first)?;
                match self.value(second) {
                    Ok(second) => self.apply(call, &[first, second]),
                    Err(error) => {
                        let held = Value::held(Err(error.clone()));
                        self.failed_last(call, &[first, held], error)
                    }
                }
            }
            [first, second] => match (self.value(first), self.value(second)) {
                (Ok(first), Ok(second)) => self.apply(call, &[first, second]),
                outcomes => self.failed(call, outcomes.into()),
            },
            // With three or more arguments, the first error ends the call. The call only has a cost if the error is in
            // the last argument.
            [first, second, third] => {
                let (first, second) = (self.value(first)?, self.value(second)?);
                match self.value(third) {
                    Ok(third) => self.apply(call, &[first, second, third]),
                    Err(error) => {
                        let held = Value::held(Err(error.clone()));
                        self.failed_last(call, &[first, second, held], error)
                    }
                }
            }
            [before @ .., last] => {
                let mut arguments = Vec::with_capacity(call.arguments.len());
                for argument in before {
                    arguments.push(self.value(argument)?);
                }
                let last = self.value(last);
                let error = last.as_ref().err().cloned();
                arguments.push(Value::held(last));
                match error {
                    None => self.apply(call, &arguments),
                    Some(error) => self.failed_last(call, &arguments, error),
                }
            }
        }
    }

    fn apply(&mut self, call: &'a Call, arguments: &[Value<'a>]) -> Outcome<'a> {
        let is_charged_first = !call.cost.depends_on_result();
        if is_charged_first {
            // If the cost exceeds the limit, the function is not called.
            call.cost.charge(self.cost, arguments, None, *self.environment)?;
        }
        let outcome = match &call.implementation {
            Implementation::Functions(functions) => call_first(functions, &call.name, arguments, self.environment),
            Implementation::Pattern(pattern) => call_compiled(&call.name, pattern, arguments, self.environment),
        };
        if !is_charged_first {
            call.cost.charge(self.cost, arguments, outcome.as_ref().ok(), *self.environment)?;
        }
        if let Ok(value) = &outcome {
            self.build_value(value)?;
        }
        outcome
    }

    /// Charges for a call whose last argument is an error, and returns the error. The cost is that of a successful
    /// call.
    #[cold]
    fn failed_last(&mut self, call: &'a Call, arguments: &[Value<'a>], error: EvaluationError) -> Outcome<'a> {
        if !is_final(&error) {
            call.cost.charge(self.cost, arguments, None, *self.environment)?;
        }
        Err(error)
    }

    /// Charges for a call with an error among its two arguments, and returns the error. The cost is that of a
    /// successful call.
    #[cold]
    fn failed(&mut self, call: &'a Call, outcomes: [Outcome<'a>; 2]) -> Outcome<'a> {
        let values = outcomes.clone().map(Value::held);
        let mut first_error = EvaluationError::no_such_overload();
        for error in outcomes.into_iter().filter_map(Result::err).rev() {
            if is_final(&error) {
                return Err(error);
            }
            first_error = error;
        }
        let arguments = values.get(..call.arguments.len()).unwrap_or_default();
        call.cost.charge(self.cost, arguments, None, *self.environment)?;
        Err(first_error)
    }
}

/// Calls the first of the functions that accepts the arguments.
fn call_first<'a>(
    functions: &[Function],
    name: &str,
    arguments: &[Value<'a>],
    environment: &Environment,
) -> Outcome<'a> {
    for function in functions {
        match function(arguments, environment) {
            // Another library may have a function with this name that accepts the values.
            Err(error) if *error.kind() == ErrorKind::NoSuchOverload => {}
            outcome => return outcome,
        }
    }
    Err(no_such_overload(name, arguments))
}
