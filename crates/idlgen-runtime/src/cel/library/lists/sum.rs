//! The CEL function `sum`.

use super::unfit::unfit;
use crate::cel::{ErrorKind, EvaluationError, Value, value::List};

/// The initial value of a sum, which determines the element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zero {
    /// `0`
    Int,
    /// `0u`
    Uint,
    /// `0.0`
    Double,
    /// `duration('0s')`
    Duration,
}

impl Zero {
    /// Returns the zero of a value's type, if the type supports sums.
    pub(super) fn of(value: &Value<'_>) -> Option<Zero> {
        Some(match value {
            Value::Int(_) => Zero::Int,
            Value::Uint(_) => Zero::Uint,
            Value::Double(_) => Zero::Double,
            Value::Duration(_) => Zero::Duration,
            _ => return None,
        })
    }
}

impl From<Zero> for Value<'_> {
    fn from(zero: Zero) -> Self {
        match zero {
            Zero::Int => Value::Int(0),
            Zero::Uint => Value::Uint(0),
            Zero::Double => Value::Double(0.0),
            Zero::Duration => Value::Duration(0),
        }
    }
}

/// `list.sum()`: adds all elements from left to right.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists::{Zero, sum}, value::List};
/// let list = List::from(vec![Value::Int(i64::MAX), Value::Int(1)]);
/// assert_eq!(sum(&list, Zero::Int).unwrap_err().to_string(), "integer overflow");
/// ```
pub fn sum<'a>(list: &List<'_>, zero: Zero) -> Result<Value<'a>, EvaluationError> {
    let mut total = Value::from(zero);
    for element in list.iter() {
        total = match (total, element?) {
            (Value::Int(total), Value::Int(element)) => {
                Value::Int(total.checked_add(element).ok_or(ErrorKind::IntegerOverflow)?)
            }
            (Value::Uint(total), Value::Uint(element)) => {
                Value::Uint(total.checked_add(element).ok_or(ErrorKind::UnsignedIntegerOverflow)?)
            }
            (Value::Double(total), Value::Double(element)) => Value::Double(total + element),
            // cel-go reports durations as their underlying integers.
            (Value::Duration(total), Value::Duration(element)) => {
                Value::Duration(total.checked_add(element).ok_or(ErrorKind::IntegerOverflow)?)
            }
            _ => return Err(unfit()),
        };
    }
    Ok(total)
}
