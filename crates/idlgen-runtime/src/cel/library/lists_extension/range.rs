//! The CEL functions `lists.range`, `slice` and `reverse`.

use crate::cel::{CostTracker, Environment, ErrorKind, EvaluationError, Value, value::List};

/// `lists.range(end)`: the integers from 0 to `end`, exclusive.
///
/// Since Kubernetes 1.37, a negative `end` is an error, as is one above a million. In earlier versions, a negative
/// `end` gives an empty list, and a list of more than a million elements exceeds every cost limit.
pub fn range(end: i64, environment: &Environment) -> Result<List<'static>, EvaluationError> {
    const MAX: i64 = CostTracker::PER_CALL_LIMIT as i64;
    if environment.minor() >= 37 {
        if end < 0 {
            return Err(EvaluationError::message(format!("lists.range: size must be non-negative, got {end}")));
        }
        if end > MAX {
            let message = format!("lists.range: size {end} exceeds maximum allowed ({MAX})");
            return Err(EvaluationError::message(message));
        }
    } else if end > MAX {
        return Err(ErrorKind::CostLimitExceeded.into());
    }
    Ok(List::from((0..end).map(Value::Int).collect::<Vec<_>>()))
}

/// `list.slice(start, end)`: the elements from `start` to `end`, exclusive.
///
/// ```
/// use idlgen_runtime::cel::{Environment, library::lists_extension::{range, slice}};
/// let list = range(3, &Environment::default()).unwrap();
/// assert_eq!(slice(&list, 1, 3).unwrap().len(), 2);
/// assert_eq!(slice(&list, 1, 4).unwrap_err().to_string(), "cannot slice(1, 4), list is length 3");
/// ```
pub fn slice<'a>(list: &List<'a>, start: i64, end: i64) -> Result<List<'a>, EvaluationError> {
    let fail = |why: &str| Err(EvaluationError::message(format!("cannot slice({start}, {end}), {why}")));
    let (Ok(from), Ok(to)) = (usize::try_from(start), usize::try_from(end)) else {
        return fail("negative indexes not supported");
    };
    if from > to {
        return fail("start index must be less than or equal to end index");
    }
    if list.len() < to {
        return fail(&format!("list is length {}", list.len()));
    }
    Ok(List::from((from..to).filter_map(|index| list.held(index)).collect::<Vec<_>>()))
}

/// `list.reverse()`
pub fn reverse<'a>(list: &List<'a>) -> List<'a> {
    List::from(list.iter_held().rev().collect::<Vec<_>>())
}
