//! A row of a library table: a function with its implementation and its cost.

use crate::cel::cost::CallCost;
use crate::cel::{Environment, EvaluationError, Value};

/// A function implementation. The receiver, if any, is the first argument. If no overload matches the values, it
/// returns [`no such overload`](EvaluationError::no_such_overload).
pub type Function = for<'a> fn(&[Value<'a>], &Environment) -> Result<Value<'a>, EvaluationError>;

/// Overloads of a function that share an implementation and a cost model. `idlgen-cel` declares the same overloads; a
/// test compares the two tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::cel) struct Binding {
    pub(in crate::cel) function: &'static str,
    pub(in crate::cel) overloads: &'static [&'static str],
    pub(in crate::cel) call_cost: CallCost,
    /// `true` if the cost also applies to a call for which several overloads match.
    pub(in crate::cel) has_cost_by_name: bool,
    /// `None` if the evaluator implements the function.
    pub(in crate::cel) implementation: Option<Function>,
}

/// Creates a row for a function whose cost cel-go determines by overload. If several overloads match, a call costs 1.
pub(super) const fn by_overload(
    function: &'static str,
    overloads: &'static [&'static str],
    call_cost: CallCost,
    implementation: Function,
) -> Binding {
    Binding { function, overloads, call_cost, has_cost_by_name: false, implementation: Some(implementation) }
}

/// Creates a row for a function whose cost Kubernetes determines by name.
pub(super) const fn by_name(
    function: &'static str,
    overloads: &'static [&'static str],
    call_cost: CallCost,
    implementation: Function,
) -> Binding {
    Binding { function, overloads, call_cost, has_cost_by_name: true, implementation: Some(implementation) }
}

/// Creates a row for a function that the evaluator implements.
pub(super) const fn evaluated(
    function: &'static str,
    overloads: &'static [&'static str],
    call_cost: CallCost,
) -> Binding {
    Binding { function, overloads, call_cost, has_cost_by_name: false, implementation: None }
}
