//! Operators that compute: `+`, `-`, `*`, `/`, `%`, and how maps grow.

mod add;
mod arithmetic;
mod insert;
mod subtract;
mod time;

pub(super) use add::add;
pub(super) use arithmetic::{divide, modulo, multiply, negate};
pub(super) use insert::insert;
pub(super) use subtract::subtract;

use super::{EvaluationError, Value};

/// The error of an operator on a value that has no such operator at all. It names the operator, unless the value has
/// methods, which are asked then. The error of a second operand that does not fit does not name it either.
#[cold]
fn no_operator(left: &Value<'_>, operator: &str) -> EvaluationError {
    match left {
        Value::String(_) | Value::Duration(_) | Value::Timestamp(_) => EvaluationError::no_such_overload(),
        _ => EvaluationError::message(format!("no such overload: {operator}")),
    }
}

/// The error of a comparison of a value that has no order: unlike the error of a wrong second operand it
/// names the operator.
#[cold]
pub(super) fn overload_of(left: &Value<'_>, operator: &str, error: EvaluationError) -> EvaluationError {
    let is_ordered = matches!(
        left,
        Value::Bool(_)
            | Value::Bytes(_)
            | Value::Double(_)
            | Value::Duration(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Timestamp(_)
            | Value::Uint(_)
    );
    if is_ordered || !error.is_no_such_overload() { error } else { no_operator(left, operator) }
}
