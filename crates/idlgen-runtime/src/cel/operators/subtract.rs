//! Implements `a - b`.

use super::no_operator;
use super::time::{between, shift};
use crate::cel::{ErrorKind, EvaluationError, Value};

/// `a - b`
pub(in crate::cel) fn subtract<'a>(left: &Value<'a>, right: &Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            left.checked_sub(*right).map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Uint(left), Value::Uint(right)) => {
            left.checked_sub(*right).map(Value::Uint).ok_or(ErrorKind::UnsignedIntegerOverflow.into())
        }
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left - right)),
        (Value::Duration(left), Value::Duration(right)) => {
            left.checked_sub(*right).map(Value::Duration).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Timestamp(time), Value::Duration(duration)) => {
            let duration = duration.checked_neg().ok_or(ErrorKind::IntegerOverflow)?;
            shift(*time, duration).map(Value::Timestamp)
        }
        (Value::Timestamp(left), Value::Timestamp(right)) => between(*left, *right).map(Value::Duration),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => Err(EvaluationError::no_such_overload()),
        (left, _) => Err(no_operator(left, "_-_")),
    }
}
