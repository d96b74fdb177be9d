//! A row of a library's table: a function, what executes it and what a call of it costs.

use crate::cel::cost::Price;
use crate::cel::{Environment, EvaluationError, Value};

/// A function as the evaluator calls it: the receiver, if there is one, is the first argument. Values that it has no
/// overload for give [`no such overload`](EvaluationError::no_such_overload).
pub type Function = for<'a> fn(&[Value<'a>], &Environment) -> Result<Value<'a>, EvaluationError>;

/// Overloads of a function that one implementation executes at one price. `idlgen-cel` declares the same overloads; a
/// test compares the two tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::cel) struct Binding {
    pub(in crate::cel) function: &'static str,
    /// The identifiers of the overloads.
    pub(in crate::cel) overloads: &'static [&'static str],
    pub(in crate::cel) price: Price,
    /// Whether the price also holds where several overloads fit.
    pub(in crate::cel) is_priced_by_name: bool,
    /// None if the evaluator executes it itself.
    pub(in crate::cel) implementation: Option<Function>,
}

/// A function that cel-go prices: it goes by the overload. Where several fit, a call costs 1.
pub(super) const fn by_overload(
    function: &'static str,
    overloads: &'static [&'static str],
    price: Price,
    implementation: Function,
) -> Binding {
    Binding { function, overloads, price, is_priced_by_name: false, implementation: Some(implementation) }
}

/// A function that Kubernetes prices: it goes by the name.
pub(super) const fn by_name(
    function: &'static str,
    overloads: &'static [&'static str],
    price: Price,
    implementation: Function,
) -> Binding {
    Binding { function, overloads, price, is_priced_by_name: true, implementation: Some(implementation) }
}

/// What the evaluator executes itself.
pub(super) const fn evaluated(function: &'static str, overloads: &'static [&'static str], price: Price) -> Binding {
    Binding { function, overloads, price, is_priced_by_name: false, implementation: None }
}
