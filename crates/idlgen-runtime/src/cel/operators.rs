//! Arithmetic operators: `+`, `-`, `*`, `/`, `%`, and insertion into maps.

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

/// Returns the error for a left operand that does not support the operator. The error names the operator, except for
/// types that implement operators themselves in cel-go. (The error for an invalid right operand never names the
/// operator.)
#[cold]
fn no_operator(left: &Value<'_>, operator: &str) -> EvaluationError {
    match left {
        Value::String(_) | Value::Duration(_) | Value::Timestamp(_) => EvaluationError::no_such_overload(),
        _ => EvaluationError::message(format!("no such overload: {operator}")),
    }
}

/// Returns the error for comparing values that cannot be ordered. If the left operand is the reason, the error names
/// the operator.
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
