//! `lists` of k8s.io/apiserver/pkg/cel/library: `isSorted`, `min`, `max`, `sum`, `indexOf`, `lastIndexOf` and, since Kubernetes 1.37, `includes`.
//!
//! What a list holds is seen at its first element, as in cel-go: a list of anything whose first element is a number passes for a list of numbers.

mod extreme;
mod search;
mod sum;

pub use extreme::{is_sorted, max, min};
pub use search::{includes, index_of, last_index_of};
pub use sum::{Zero, sum};

use super::Function;
use crate::cel::{EvaluationError, Value, value::List};

pub(super) fn function(name: &str) -> Option<Function> {
    Some(match name {
        "includes" => |arguments, _| match arguments {
            [target, value] => includes(target, value).map(Value::Bool),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "indexOf" => |arguments, _| match arguments {
            [Value::List(list), value] => Ok(Value::Int(index_of(list, value))),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "isSorted" => |arguments, _| match arguments {
            [Value::List(list)] if holds(list, is_comparable) => is_sorted(list).map(Value::Bool),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "lastIndexOf" => |arguments, _| match arguments {
            [Value::List(list), value] => Ok(Value::Int(last_index_of(list, value))),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "max" => |arguments, _| match arguments {
            [Value::List(list)] if holds(list, is_comparable) => max(list),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "min" => |arguments, _| match arguments {
            [Value::List(list)] if holds(list, is_comparable) => min(list),
            _ => Err(EvaluationError::no_such_overload()),
        },
        // An empty list whose type is not known sums up to an integer, the first overload.
        "sum" => |arguments, _| sum_of(arguments, Zero::Int),
        _ => return None,
    })
}

/// The functions of which the overload decides what the result is, not the values.
pub(super) fn overload(id: &str) -> Option<Function> {
    Some(match id {
        "list_int_sum_int" => |arguments, _| sum_of(arguments, Zero::Int),
        "list_uint_sum_uint" => |arguments, _| sum_of(arguments, Zero::Uint),
        "list_double_sum_double" => |arguments, _| sum_of(arguments, Zero::Double),
        "list_duration_sum_duration" => |arguments, _| sum_of(arguments, Zero::Duration),
        _ => return None,
    })
}

fn sum_of<'a>(arguments: &[Value<'a>], zero: Zero) -> Result<Value<'a>, EvaluationError> {
    let [Value::List(list)] = arguments else { return Err(EvaluationError::no_such_overload()) };
    match list.get(0) {
        None => Ok(zero.into()),
        Some(first) => sum(list, Zero::of(&first?).ok_or_else(EvaluationError::no_such_overload)?),
    }
}

/// Is the list empty, or the first element what is wanted?
pub(super) fn holds(list: &List<'_>, is_wanted: fn(&Value<'_>) -> bool) -> bool {
    match list.get(0) {
        None => true,
        Some(first) => first.as_ref().is_ok_and(is_wanted),
    }
}

/// Is there an order between values of the type?
pub(super) fn is_comparable(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

/// An element that does not fit those before it. The function has been chosen by then, so its name is not said.
fn unfit() -> EvaluationError {
    EvaluationError::message("no such overload")
}
