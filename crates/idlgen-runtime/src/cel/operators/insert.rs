//! Insertion into the maps of `transformMap` and `transformMapEntry`.

use crate::cel::value::Map;
use crate::cel::{EvaluationError, Value};

/// Implements `cel.@mapInsert`: adds an entry. Returns an error if the key already exists.
pub(in crate::cel) fn insert<'a>(map: &mut Map<'a>, key: Value<'a>, value: Value<'a>) -> Result<(), EvaluationError> {
    if map.get(&key)?.is_some() {
        let key = crate::cel::library::printed(&key);
        return Err(EvaluationError::message(format!("insert failed: key {key} already exists")));
    }
    if let Err((key, value)) = map.push((key, value)) {
        *map = map.insert(key, value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::value::Timestamp;

    #[test]
    fn keys_that_expressions_cannot_write_are_known_too() {
        let time = Value::Timestamp(Timestamp { seconds: 0, nanoseconds: 0, offset: 0 });
        let (none, some) = (|| Value::NONE, || Value::some(Value::Bool(true)));
        let of_map = || Value::Map(Map::from(vec![(Value::Bool(true), Value::text("a"))]));
        let mut map = Map::from(vec![]);
        let key = of_map();
        for key in [&time, &key, &of_map(), &Value::Duration(1), &Value::text("a")] {
            insert(&mut map, key.clone(), Value::Null).unwrap();
        }
        for (key, wanted) in [
            (&time, "insert failed: key 1970-01-01 00:00:00 +0000 UTC already exists"),
            (&key, "insert failed: key {true: a} already exists"),
            (&Value::Duration(1), "insert failed: key 1ns already exists"),
        ] {
            assert_eq!(insert(&mut map, key.clone(), Value::Null).unwrap_err().to_string(), wanted);
        }
        assert_eq!(map.len(), 5);
        insert(&mut map, none(), Value::Null).unwrap();
        assert!(insert(&mut map, none(), Value::Null).is_err());
        // Keys that are optionals with a value are never equal, so both entries exist.
        insert(&mut map, some(), Value::Null).unwrap();
        insert(&mut map, some(), Value::Null).unwrap();
        assert_eq!((map.len(), map.entries().count()), (8, 8));
    }
}
