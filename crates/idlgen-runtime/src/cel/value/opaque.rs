//! Implements `a == b` for library types.

use super::Value;
use crate::cel::EvaluationError;

/// Compares two values of different types, or values of library types. Values of Kubernetes library types can only be
/// compared with values of their own type.
pub(super) fn equal(left: &Value<'_>, right: &Value<'_>) -> Result<bool, EvaluationError> {
    Ok(match (left, right) {
        (Value::Quantity(left), Value::Quantity(right)) => return left.equals(right),
        (Value::Ip(left), Value::Ip(right)) => left == right,
        (Value::Cidr(left), Value::Cidr(right)) => left == right,
        (Value::Url(left), Value::Url(right)) => left == right,
        (Value::Semver(left), Value::Semver(right)) => left == right,
        (Value::Format(left), Value::Format(right)) => left == right,
        (
            Value::Quantity(_) | Value::Ip(_) | Value::Cidr(_) | Value::Url(_) | Value::Semver(_) | Value::Format(_),
            right,
        ) => return Err(unlike(right)),
        _ => false,
    })
}

/// Returns the error for comparing a value with one of another type if it only supports its own type.
pub(super) fn unlike(other: &Value<'_>) -> EvaluationError {
    match other {
        Value::Error(error) => EvaluationError::clone(error),
        _ => EvaluationError::no_such_overload(),
    }
}
