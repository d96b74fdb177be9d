//! `sort`, and `@sortByAssociatedKeys`, which the expansion of `sortBy` calls.

use std::{cmp::Ordering, mem::discriminant};

use super::super::lists::is_comparable;
use crate::{
    cel::{
        EvaluationError,
        value::{List, ordering::compare},
    },
    go,
};

/// `list.sort()`: sorts in ascending order. All elements must have the same type.
pub fn sort<'a>(list: &List<'a>) -> Result<List<'a>, EvaluationError> {
    sort_by_associated_keys(list, list)
}

/// `list.@sortByAssociatedKeys(keys)`: sorts the elements by the keys at the same indices. With more than twelve
/// elements, those with equal keys may change their order, as in Go.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists_extension::sort_by_associated_keys, value::List};
/// let list = List::from(vec![Value::text("a"), Value::text("b")]);
/// let keys = List::from(vec![Value::Int(2), Value::Int(1)]);
/// let sorted = sort_by_associated_keys(&list, &keys).unwrap();
/// assert!(matches!(sorted.get(0), Some(Ok(Value::String(text))) if &*text == "b"));
/// ```
pub fn sort_by_associated_keys<'a>(list: &List<'a>, keys: &List<'_>) -> Result<List<'a>, EvaluationError> {
    if list.len() != keys.len() {
        return Err(EvaluationError::message(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} \
             elements \
             respectively",
            list.len(),
            keys.len()
        )));
    }
    let keys: Vec<_> = keys.iter_held().collect();
    let Some(first) = keys.first() else { return Ok(list.clone()) };
    if !is_comparable(first) {
        return Err(EvaluationError::message("list elements must be comparable"));
    }
    if keys.iter().any(|key| discriminant(key) != discriminant(first)) {
        return Err(EvaluationError::message("list elements must have the same type"));
    }
    let order = go::sort_indices(keys.len(), |left, right| match (keys.get(left), keys.get(right)) {
        (Some(left), Some(right)) => compare(left, right) == Ok(Ordering::Less),
        _ => false,
    });
    Ok(List::from(order.into_iter().filter_map(|index| list.held(index)).collect::<Vec<_>>()))
}
