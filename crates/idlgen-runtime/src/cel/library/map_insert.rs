//! `cel.@mapInsert`, of which the two-variable comprehensions that build maps consist (cel-go's `ext/comprehensions.go`).

use super::{Function, printed::printed};
use crate::cel::{EvaluationError, Value, value::Map};

/// The map with an entry more, whose key must be new.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::map_insert::insert, value::Map};
/// let map = insert(&Map::from(vec![]), Value::text("a"), Value::Int(1)).unwrap();
/// assert_eq!(insert(&map, Value::text("a"), Value::Int(2)).unwrap_err().to_string(), "insert failed: key a already exists");
/// ```
pub fn insert<'a>(map: &Map<'a>, key: Value<'a>, value: Value<'a>) -> Result<Map<'a>, EvaluationError> {
    if map.get(&key)?.is_some() {
        return Err(EvaluationError::message(format!("insert failed: key {} already exists", printed(&key))));
    }
    map.insert(key, value)
}

/// The map with the entries of another one, whose keys must be new.
pub fn insert_all<'a>(map: &Map<'a>, other: &Map<'a>) -> Result<Map<'a>, EvaluationError> {
    let mut map = map.clone();
    for (key, value) in other.entries() {
        map = insert(&map, key, value?)?;
    }
    Ok(map)
}

pub(super) fn function(name: &str) -> Option<Function> {
    (name == "cel.@mapInsert").then_some(|arguments, _| match arguments {
        [Value::Map(map), key, value] => insert(map, key.clone(), value.clone()).map(Value::Map),
        [Value::Map(map), Value::Map(other)] => insert_all(map, other).map(Value::Map),
        _ => Err(EvaluationError::no_such_overload()),
    })
}
