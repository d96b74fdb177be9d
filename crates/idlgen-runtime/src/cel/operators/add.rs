//! Implements `a + b`.

use super::no_operator;
use super::time::shift;
use crate::cel::value::{Bytes, Text};
use crate::cel::{ErrorKind, EvaluationError, Value};

/// `a + b`: a sum or a concatenation.
pub(in crate::cel) fn add<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            left.checked_add(right).map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Uint(left), Value::Uint(right)) => {
            left.checked_add(right).map(Value::Uint).ok_or(ErrorKind::UnsignedIntegerOverflow.into())
        }
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left + right)),
        (Value::String(left), Value::String(right)) => {
            if left.is_empty() {
                return Ok(Value::String(right));
            }
            if right.is_empty() {
                return Ok(Value::String(left));
            }
            let mut text = String::with_capacity(left.len() + right.len());
            text.push_str(&left);
            text.push_str(&right);
            Ok(Value::String(Text::from(text)))
        }
        (Value::Bytes(left), Value::Bytes(right)) => Ok(Value::Bytes(Bytes::from([&*left, &*right].concat()))),
        (Value::List(left), Value::List(right)) => left.add(&right).map(Value::List),
        (Value::Duration(left), Value::Duration(right)) => {
            left.checked_add(right).map(Value::Duration).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Duration(duration), Value::Timestamp(time)) | (Value::Timestamp(time), Value::Duration(duration)) => {
            shift(time, duration).map(Value::Timestamp)
        }
        (Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Bytes(_) | Value::List(_), _) => {
            Err(EvaluationError::no_such_overload())
        }
        (left, _) => Err(no_operator(&left, "_+_")),
    }
}
