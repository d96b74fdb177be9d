//! Values as the tables have them: the type, and the Go value as `%v` prints it.

use idlgen_runtime::{
    cel::{Map, Value},
    go,
};

/// `int 1`, `"text"`, `list [a b]`.
pub(super) fn value(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => go::quote(text),
        value => format!("{} {}", value.type_name(), native(value)),
    }
}

/// The Go value behind a value, as `%v` prints it.
fn native(value: &Value<'_>) -> String {
    match value {
        Value::Null => "NULL_VALUE".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go::format_float(*value),
        Value::String(text) => text.to_string(),
        Value::Bytes(bytes) => {
            format!("[{}]", bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
        }
        Value::Duration(nanoseconds) => go::format_duration(*nanoseconds),
        Value::Timestamp(time) => {
            let instant = go::Instant { seconds: time.seconds, nanoseconds: time.nanoseconds };
            go::format_time_nano(instant, 0).replace('T', " ").replace('Z', " +0000 UTC")
        }
        Value::List(list) => {
            let elements = list.iter().map(|element| element.map_or_else(|error| error.to_string(), |it| native(&it)));
            format!("[{}]", elements.collect::<Vec<_>>().join(" "))
        }
        Value::Map(map) => entries(map),
        Value::Type(name) => name.to_string(),
        Value::Optional(None) => "<nil>".to_owned(),
        Value::Optional(Some(value)) => native(value),
        Value::Quantity(quantity) => quantity.number().canonical().into_owned(),
        Value::Ip(address) => address.to_string(),
        Value::Cidr(block) => format!("{}/{}", block.address, block.prefix_length),
        other => format!("{other:?}"),
    }
}

fn entries(map: &Map<'_>) -> String {
    let entries = map.entries().map(|(key, value)| {
        format!("{}:{}", native(&key), value.map_or_else(|error| error.to_string(), |value| native(&value)))
    });
    format!("map[{}]", entries.collect::<Vec<_>>().join(" "))
}
