//! Implements `a * b`, `a / b`, `a % b`, `-a`.

use super::no_operator;
use crate::cel::{ErrorKind, EvaluationError, Value};

/// `a * b`
pub(in crate::cel) fn multiply<'a>(left: &Value<'a>, right: &Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => {
            left.checked_mul(*right).map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Uint(left), Value::Uint(right)) => {
            left.checked_mul(*right).map(Value::Uint).ok_or(ErrorKind::UnsignedIntegerOverflow.into())
        }
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left * right)),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => Err(EvaluationError::no_such_overload()),
        (left, _) => Err(no_operator(left, "_*_")),
    }
}

/// `a / b`. Integer division truncates towards zero.
pub(in crate::cel) fn divide<'a>(left: &Value<'a>, right: &Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match (left, right) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(ErrorKind::DivisionByZero.into()),
        (Value::Int(left), Value::Int(right)) => {
            left.checked_div(*right).map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Uint(left), Value::Uint(right)) => Ok(Value::Uint(left.checked_div(*right).unwrap_or_default())),
        (Value::Double(left), Value::Double(right)) => Ok(Value::Double(left / right)),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => Err(EvaluationError::no_such_overload()),
        (left, _) => Err(no_operator(left, "_/_")),
    }
}

/// `a % b`, with the sign of `a`
pub(in crate::cel) fn modulo<'a>(left: &Value<'a>, right: &Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match (left, right) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => Err(ErrorKind::ModulusByZero.into()),
        (Value::Int(left), Value::Int(right)) => {
            left.checked_rem(*right).map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into())
        }
        (Value::Uint(left), Value::Uint(right)) => Ok(Value::Uint(left.checked_rem(*right).unwrap_or_default())),
        (Value::Int(_) | Value::Uint(_), _) => Err(EvaluationError::no_such_overload()),
        (left, _) => Err(no_operator(left, "_%_")),
    }
}

/// `-a`
pub(in crate::cel) fn negate<'a>(operand: &Value<'a>) -> Result<Value<'a>, EvaluationError> {
    match operand {
        Value::Int(value) => value.checked_neg().map(Value::Int).ok_or(ErrorKind::IntegerOverflow.into()),
        Value::Double(value) => Ok(Value::Double(-value)),
        Value::Duration(value) => value.checked_neg().map(Value::Duration).ok_or(ErrorKind::IntegerOverflow.into()),
        Value::Bool(_) => Err(EvaluationError::no_such_overload()),
        operand => Err(no_operator(operand, "-_")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{add, subtract};
    use super::*;
    use crate::cel::Timestamp;

    type Operator = for<'a> fn(&Value<'a>, &Value<'a>) -> Result<Value<'a>, EvaluationError>;

    #[test]
    fn arithmetic_is_checked() {
        let plus: Operator = |left, right| add(left.clone(), right.clone());
        let time = |seconds| Value::Timestamp(Timestamp { seconds, nanoseconds: 0, offset: 0 });
        let cases: &[(Operator, Value<'static>, Value<'static>, &str)] = &[
            (plus, Value::Int(i64::MAX), Value::Int(1), "integer overflow"),
            (plus, Value::Uint(u64::MAX), Value::Uint(1), "unsigned integer overflow"),
            (plus, Value::text("a"), Value::text("b"), "String(Shared(\"ab\"))"),
            (plus, Value::Int(1), Value::Double(1.0), "no such overload"),
            (plus, time(Timestamp::MAX_SECONDS), Value::Duration(1_000_000_000), "timestamp overflow"),
            (subtract, time(5), time(3), "Duration(2000000000)"),
            (subtract, time(Timestamp::MAX_SECONDS), time(Timestamp::MIN_SECONDS), "integer overflow"),
            (subtract, Value::Uint(1), Value::Uint(2), "unsigned integer overflow"),
            (multiply, Value::Int(i64::MIN), Value::Int(-1), "integer overflow"),
            (divide, Value::Int(i64::MIN), Value::Int(-1), "integer overflow"),
            (divide, Value::Int(-7), Value::Int(2), "Int(-3)"),
            (divide, Value::Uint(1), Value::Uint(0), "division by zero"),
            (divide, Value::Double(1.0), Value::Double(0.0), "Double(inf)"),
            (modulo, Value::Int(-7), Value::Int(2), "Int(-1)"),
            (modulo, Value::Int(1), Value::Int(0), "modulus by zero"),
            (modulo, Value::Int(i64::MIN), Value::Int(-1), "integer overflow"),
        ];
        for (operator, left, right, expected) in cases {
            let got = match operator(left, right) {
                Ok(value) => format!("{value:?}"),
                Err(error) => error.to_string(),
            };
            assert_eq!(got, *expected, "{left:?} {right:?}");
        }
    }
}
