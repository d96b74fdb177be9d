//! How the maps of `transformMap` and `transformMapEntry` grow.

use crate::cel::value::Map;
use crate::cel::{EvaluationError, Value};

/// Adds an entry with a key that is not there yet (`cel.@mapInsert`).
pub(in crate::cel) fn insert<'a>(map: &mut Map<'a>, key: Value<'a>, value: Value<'a>) -> Result<(), EvaluationError> {
    if map.get(&key)?.is_some() {
        let key = crate::cel::evaluation::printed(&key);
        return Err(EvaluationError::message(format!("insert failed: key {key} already exists")));
    }
    if let Err((key, value)) = map.push((key, value)) {
        *map = map.insert(key, value);
    }
    Ok(())
}
