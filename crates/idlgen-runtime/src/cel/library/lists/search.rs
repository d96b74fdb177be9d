//! `indexOf`, `lastIndexOf` and `includes`. If a comparison fails, the values are treated as unequal.

use crate::cel::{
    EvaluationError, Value,
    value::{List, equality::equal},
};

/// `list.indexOf(value)`: the index of the first element that equals the value, or -1.
pub fn index_of(list: &List<'_>, value: &Value<'_>) -> i64 {
    (0..list.len()).find(|index| is_at(list, *index, value)).map_or(-1, |index| index as i64)
}

/// `list.lastIndexOf(value)`: the index of the last element that equals the value, or -1.
pub fn last_index_of(list: &List<'_>, value: &Value<'_>) -> i64 {
    (0..list.len()).rev().find(|index| is_at(list, *index, value)).map_or(-1, |index| index as i64)
}

/// `target.includes(value)`: `true` if the target is a list with an element that equals the value, or is not a list and
/// equals the value. Since Kubernetes 1.37.
pub fn includes(target: &Value<'_>, value: &Value<'_>) -> Result<bool, EvaluationError> {
    Ok(match target {
        Value::List(list) => (0..list.len()).any(|index| is_at(list, index, value)),
        _ => equal(target, value) == Ok(true),
    })
}

fn is_at(list: &List<'_>, index: usize, value: &Value<'_>) -> bool {
    matches!(list.get(index), Some(Ok(element)) if equal(&element, value) == Ok(true))
}
