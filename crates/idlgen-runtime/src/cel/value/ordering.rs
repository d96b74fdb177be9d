//! Implements `a < b` and similar comparisons.

use std::cmp::Ordering;

use super::Value;
use crate::cel::EvaluationError;

/// Compares two values. Strings are compared by bytes; numbers may have different types.
#[inline]
pub fn compare(left: &Value<'_>, right: &Value<'_>) -> Result<Ordering, EvaluationError> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left.cmp(right)),
        (Value::String(left), Value::String(right)) => Ok(left.as_str().cmp(right.as_str())),
        (Value::Duration(left), Value::Duration(right)) => Ok(left.cmp(right)),
        (Value::Timestamp(left), Value::Timestamp(right)) => Ok(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Ok(left.cmp(right)),
        (Value::Bytes(left), Value::Bytes(right)) => Ok((**left).cmp(&**right)),
        (Value::Int(_) | Value::Uint(_) | Value::Double(_), Value::Int(_) | Value::Uint(_) | Value::Double(_)) => {
            numbers(left, right).ok_or_else(|| EvaluationError::message("NaN values cannot be ordered"))
        }
        // cel-go compares the type of the other operand later.
        (Value::Double(left), _) if left.is_nan() => Err(EvaluationError::message("NaN values cannot be ordered")),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

/// Compares two numbers. Returns `None` if one of them is NaN. An integer is rounded to a double if the other one is a
/// double.
pub(super) fn numbers(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Some(left.cmp(right)),
        (Value::Uint(left), Value::Uint(right)) => Some(left.cmp(right)),
        (Value::Double(left), Value::Double(right)) => left.partial_cmp(right),
        (Value::Int(left), Value::Uint(right)) => {
            Some(u64::try_from(*left).map_or(Ordering::Less, |left| left.cmp(right)))
        }
        (Value::Uint(left), Value::Int(right)) => {
            Some(u64::try_from(*right).map_or(Ordering::Greater, |right| left.cmp(&right)))
        }
        (Value::Double(left), Value::Int(right)) => left.partial_cmp(&(*right as f64)),
        (Value::Int(left), Value::Double(right)) => (*left as f64).partial_cmp(right),
        (Value::Double(left), Value::Uint(right)) => left.partial_cmp(&(*right as f64)),
        (Value::Uint(left), Value::Double(right)) => (*left as f64).partial_cmp(right),
        _ => None,
    }
}

/// Orders map keys for iteration. The API server has no defined order.
pub(super) fn keys(left: &Value<'_>, right: &Value<'_>) -> Ordering {
    let rank = |value: &Value<'_>| match value {
        Value::Bool(_) => 0,
        Value::Int(_) | Value::Uint(_) | Value::Double(_) => 1,
        Value::String(_) => 2,
        _ => 3,
    };
    rank(left).cmp(&rank(right)).then_with(|| compare(left, right).unwrap_or(Ordering::Equal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order() {
        for (left, right, expected) in [
            (Value::Int(1), Value::Int(2), Ordering::Less),
            (Value::Int(-1), Value::Uint(0), Ordering::Less),
            (Value::Double(1.5), Value::Int(1), Ordering::Greater),
            (Value::Int(i64::MAX), Value::Double(9.3e18), Ordering::Less),
            (Value::Double(9.3e18), Value::Int(i64::MAX), Ordering::Greater),
            // An integer is rounded to a double.
            (Value::Int(i64::MAX), Value::Double(9_223_372_036_854_775_808.0), Ordering::Equal),
            (Value::Int(i64::MIN), Value::Double(-1e300), Ordering::Greater),
            (Value::Uint(2), Value::Double(1.5), Ordering::Greater),
            (Value::Double(2.5), Value::Uint(3), Ordering::Less),
            (Value::Double(-1.0), Value::Uint(0), Ordering::Less),
            (Value::Uint(u64::MAX), Value::Double(18_446_744_073_709_551_616.0), Ordering::Equal),
            (Value::Double(f64::INFINITY), Value::Uint(u64::MAX), Ordering::Greater),
            (Value::Double(f64::NEG_INFINITY), Value::Int(i64::MIN), Ordering::Less),
            (Value::Uint(u64::MAX), Value::Int(-1), Ordering::Greater),
            (Value::text("a"), Value::text("B"), Ordering::Greater),
        ] {
            assert_eq!(compare(&left, &right), Ok(expected), "{left:?} {right:?}");
        }
        let error = compare(&Value::Double(f64::NAN), &Value::Int(1)).unwrap_err();
        assert_eq!(error.to_string(), "NaN values cannot be ordered");
        assert!(compare(&Value::Int(1), &Value::text("1")).unwrap_err().is_no_such_overload());
    }
}
