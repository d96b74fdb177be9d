//! Values and types in the format of the suite.

use idlgen_cel::Type;
use idlgen_runtime::{
    cel::{
        Value,
        value::{Bytes, Map, Text, Timestamp},
    },
    go::base64,
};
use serde_json::Value as Json;

/// Returns a value from an object with its kind as the only key. `None` for protocol buffers.
pub(super) fn value(json: &Json) -> Option<Value<'static>> {
    let (kind, of) = json.as_object()?.iter().next()?;
    let text = of.as_str().unwrap_or_default();
    Some(match kind.as_str() {
        "null" => Value::Null,
        "bool" => Value::Bool(of.as_bool()?),
        "int" => Value::Int(text.parse().ok()?),
        "uint" => Value::Uint(text.parse().ok()?),
        "double" => Value::Double(text.parse().ok()?),
        "string" => Value::from(text.to_owned()),
        "bytes" => Value::Bytes(Bytes::from(base64::decode(text).ok()?)),
        "list" => Value::from(of.as_array()?.iter().map(value).collect::<Option<Vec<_>>>()?),
        "map" => {
            let entries = of.as_array()?.iter().map(|entry| Some((value(entry.get(0)?)?, value(entry.get(1)?)?)));
            Value::Map(Map::from(entries.collect::<Option<Vec<_>>>()?))
        }
        "type" => Value::Type(Text::from(text.to_owned())),
        "duration" => Value::Duration(seconds(of)?.checked_mul(1_000_000_000)?.checked_add(nanoseconds(of)?)?),
        "timestamp" => Value::Timestamp(Timestamp {
            seconds: seconds(of)?,
            nanoseconds: u32::try_from(nanoseconds(of)?).ok()?,
            offset: 0,
        }),
        _ => return None,
    })
}

fn seconds(json: &Json) -> Option<i64> {
    json.get("seconds")?.as_str()?.parse().ok()
}

fn nanoseconds(json: &Json) -> Option<i64> {
    json.get("nanos")?.as_i64()
}

/// Returns a type. `None` for protocol buffers and functions.
pub(super) fn type_of(json: &Json) -> Option<Type> {
    if let Some(name) = json.as_str() {
        return Some(match name {
            "int" => Type::Int,
            "uint" => Type::Uint,
            "double" => Type::Double,
            "bool" => Type::Bool,
            "string" => Type::String,
            "bytes" => Type::Bytes,
            "dyn" => Type::Dyn,
            "null" => Type::Null,
            "timestamp" => Type::Timestamp,
            "duration" => Type::Duration,
            _ => return None,
        });
    }
    let (kind, of) = json.as_object()?.iter().next()?;
    Some(match kind.as_str() {
        "list" => Type::list(type_of(of)?),
        "map" => Type::map(type_of(of.get(0)?)?, type_of(of.get(1)?)?),
        "type" => Type::type_of(type_of(of)?),
        "abstract" => {
            let parameters: Option<Vec<Type>> = of.get("params")?.as_array()?.iter().map(type_of).collect();
            match (of.get("name")?.as_str()?, parameters?.as_slice()) {
                ("optional_type", [held]) => Type::optional(held.clone()),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// Returns `true` if values and types are equal. NaN equals NaN. Maps are unordered.
pub(super) fn is_same(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Int(left), Value::Int(right)) | (Value::Duration(left), Value::Duration(right)) => left == right,
        (Value::Uint(left), Value::Uint(right)) => left == right,
        (Value::Double(left), Value::Double(right)) => left == right || (left.is_nan() && right.is_nan()),
        (Value::String(left), Value::String(right)) | (Value::Type(left), Value::Type(right)) => left == right,
        (Value::Bytes(left), Value::Bytes(right)) => left == right,
        (Value::Timestamp(left), Value::Timestamp(right)) => left == right,
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right.iter())
                    .all(|(left, right)| matches!((left, right), (Ok(left), Ok(right)) if is_same(&left, &right)))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.entries().all(|(key, value)| {
                    right.entries().any(|(other_key, other)| {
                        is_same(&key, &other_key)
                            && matches!((&value, &other), (Ok(value), Ok(other)) if is_same(value, other))
                    })
                })
        }
        _ => false,
    }
}
