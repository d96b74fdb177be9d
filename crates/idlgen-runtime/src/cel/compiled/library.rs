//! Calls of library functions.

use std::sync::OnceLock;

use super::Cost;
use crate::cel::{
    Environment, ErrorKind, Value,
    cost::CallCost,
    library::{self, Function},
};

/// The largest list, and the longest string in bytes, that a compiled rule builds.
const MAX_SIZE: u64 = 1 << 16;

/// A function of a library, looked up on first use.
#[derive(Debug)]
pub struct LibraryFunction {
    name: &'static str,
    overload: &'static str,
    environment: Environment,
    found: OnceLock<Found>,
}

#[derive(Debug)]
struct Found {
    functions: Vec<Function>,
    call_cost: CallCost,
}

impl LibraryFunction {
    /// Creates a reference to an overload of a function, for the libraries of Kubernetes `1.minor`.
    pub const fn new(minor: u8, name: &'static str, overload: &'static str) -> Self {
        LibraryFunction { name, overload, environment: Environment::new(minor), found: OnceLock::new() }
    }

    /// Calls the function. Fails if the function does.
    pub fn call<'a>(&self, arguments: &[Value<'a>], cost: &Cost) -> Option<Value<'a>> {
        let found = self.found.get_or_init(|| Found {
            functions: library::functions(self.name, self.overload).collect(),
            call_cost: library::call_cost(self.name, self.overload),
        });
        let is_charged_first = !found.call_cost.depends_on_result();
        if is_charged_first {
            cost.add(self.call_cost(found.call_cost, arguments, None)?);
        }
        let result = self.first_result(&found.functions, arguments)?;
        if !is_charged_first {
            cost.add(self.call_cost(found.call_cost, arguments, Some(&result))?);
        }
        let is_small = match &result {
            Value::List(_) | Value::String(_) => result.size().is_some_and(|size| size <= MAX_SIZE),
            _ => true,
        };
        is_small.then_some(result)
    }

    fn call_cost(&self, call_cost: CallCost, arguments: &[Value<'_>], result: Option<&Value<'_>>) -> Option<u64> {
        match call_cost {
            // A negative cost does not lower the bound.
            CallCost::Checked(of) => {
                of(arguments, self.environment).ok().map(|cost| if cost > 1 << 63 { 0 } else { cost })
            }
            call_cost => Some(call_cost.count(arguments, result, self.environment)),
        }
    }

    fn first_result<'a>(&self, functions: &[Function], arguments: &[Value<'a>]) -> Option<Value<'a>> {
        for function in functions {
            match function(arguments, &self.environment) {
                Ok(Value::Error(_)) => return None,
                Ok(value) => return Some(value),
                Err(error) if *error.kind() == ErrorKind::NoSuchOverload => {}
                Err(_) => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_have_the_result_and_the_cost_of_the_library() {
        static SPLIT: LibraryFunction = LibraryFunction::new(35, "split", "string_split_string");
        static QUANTITY: LibraryFunction = LibraryFunction::new(35, "quantity", "string_to_quantity");
        let cost = Cost::default();
        let parts = SPLIT.call(&[Value::text("a,b"), Value::text(",")], &cost).unwrap();
        assert_eq!(super::super::elements(&parts).unwrap().len(), 2);
        assert_eq!(cost.get(), 1);
        assert!(QUANTITY.call(&[Value::text("1Gi")], &cost).is_some());
        assert!(QUANTITY.call(&[Value::text("1 Gi")], &cost).is_none());
        assert!(QUANTITY.call(&[Value::Int(1)], &cost).is_none());
    }

    #[test]
    fn a_negative_cost_does_not_lower_the_bound() {
        static FLATTEN: LibraryFunction = LibraryFunction::new(35, "flatten", "list_flatten_int");
        let list = |length: usize| Value::from(vec![Value::Int(1); length]);
        for (length, depth) in [(0, 0), (3, 1), (4, 2)] {
            let (arguments, cost) = ([list(length), Value::Int(depth)], Cost::default());
            assert!(FLATTEN.call(&arguments, &cost).is_some());
            let interpreted = library::call_cost("flatten", "list_flatten_int");
            let CallCost::Checked(of) = interpreted else { unreachable!() };
            assert_eq!(Ok(cost.get()), of(&arguments, Environment::new(35)), "{length} {depth}");
        }
        let cost = Cost::new(5);
        assert!(FLATTEN.call(&[list(4), Value::Int(-7)], &cost).is_none());
        assert_eq!(cost.get(), 5);
    }

    #[test]
    fn large_results_are_left_to_the_interpreter() {
        static JOIN: LibraryFunction = LibraryFunction::new(35, "join", "list_join");
        static RANGE: LibraryFunction = LibraryFunction::new(35, "lists.range", "lists_range");
        let joined = |length: u64| {
            let list = Value::from(vec![Value::from("x".repeat(length as usize))]);
            JOIN.call(&[list], &Cost::default())
        };
        assert!(joined(MAX_SIZE).is_some() && joined(MAX_SIZE + 1).is_none());
        let range = |length: u64| RANGE.call(&[Value::Int(length as i64)], &Cost::default());
        assert!(range(MAX_SIZE).is_some() && range(MAX_SIZE + 1).is_none());
    }
}
