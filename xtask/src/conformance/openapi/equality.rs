//! Equality of JSON.

use serde_json::Value as Json;

/// Returns `true` if values are equal as JSON: `1` and `1.0` are the same number.
pub(super) fn equal(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Json::Number(left), Json::Number(right)) => left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}
