//! The CEL functions `isSorted`, `min` and `max`.

use std::cmp::Ordering;

use super::{is_comparable, unfit::unfit};
use crate::cel::{
    EvaluationError, Value,
    value::{List, ordering::compare},
};

/// `list.isSorted()`: `true` if no element is greater than the next. Two elements that cannot be ordered, such as a
/// number and NaN, are treated as sorted.
pub fn is_sorted(list: &List<'_>) -> Result<bool, EvaluationError> {
    let mut previous: Option<Value<'_>> = None;
    for element in list.iter() {
        let element = comparable(element?)?;
        if previous.is_some_and(|previous| compare(&previous, &element) == Ok(Ordering::Greater)) {
            return Ok(false);
        }
        previous = Some(element);
    }
    Ok(true)
}

/// `list.min()`: the first of the smallest elements. An empty list is an error.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists::min, value::List};
/// let list = List::from(vec![Value::Int(2), Value::Int(1)]);
/// assert!(matches!(min(&list), Ok(Value::Int(1))));
/// assert_eq!(min(&List::from(vec![])).unwrap_err().to_string(), "min called on empty list");
/// ```
pub fn min<'a>(list: &List<'a>) -> Result<Value<'a>, EvaluationError> {
    extreme(list, Ordering::Greater)?.ok_or_else(|| EvaluationError::message("min called on empty list"))
}

/// `list.max()`: the first of the greatest elements.
pub fn max<'a>(list: &List<'a>) -> Result<Value<'a>, EvaluationError> {
    extreme(list, Ordering::Less)?.ok_or_else(|| EvaluationError::message("max called on empty list"))
}

/// Returns the first element that does not compare as `worse` to any later one.
fn extreme<'a>(list: &List<'a>, worse: Ordering) -> Result<Option<Value<'a>>, EvaluationError> {
    let mut best: Option<Value<'a>> = None;
    for element in list.iter() {
        let element = comparable(element?)?;
        if best.as_ref().is_none_or(|best| compare(best, &element) == Ok(worse)) {
            best = Some(element);
        }
    }
    Ok(best)
}

fn comparable(value: Value<'_>) -> Result<Value<'_>, EvaluationError> {
    if is_comparable(&value) { Ok(value) } else { Err(unfit()) }
}
