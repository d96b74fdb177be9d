//! `indexOf`, `lastIndexOf` and `includes`. A comparison that fails is one that finds nothing.

use crate::cel::{
    EvaluationError, Value,
    value::{List, equality::equal},
};

/// `list.indexOf(value)`: the place of the first element that equals the value, or -1.
pub fn index_of(list: &List<'_>, value: &Value<'_>) -> i64 {
    (0..list.len()).find(|index| is_at(list, *index, value)).map_or(-1, |index| index as i64)
}

/// `list.lastIndexOf(value)`: the place of the last element that equals the value, or -1.
pub fn last_index_of(list: &List<'_>, value: &Value<'_>) -> i64 {
    (0..list.len()).rev().find(|index| is_at(list, *index, value)).map_or(-1, |index| index as i64)
}

/// `target.includes(value)`: whether an element of the list equals the value, or the target itself if that is no list.
/// (Kubernetes 1.37)
pub fn includes(target: &Value<'_>, value: &Value<'_>) -> Result<bool, EvaluationError> {
    Ok(match target {
        Value::List(list) => (0..list.len()).any(|index| is_at(list, index, value)),
        _ => equal(target, value) == Ok(true),
    })
}

fn is_at(list: &List<'_>, index: usize, value: &Value<'_>) -> bool {
    matches!(list.get(index), Some(Ok(element)) if equal(&element, value) == Ok(true))
}
