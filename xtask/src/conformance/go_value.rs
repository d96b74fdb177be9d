//! Values in Go's format.

use idlgen_runtime::{
    cel::{
        Value,
        library::conversions::timestamp_to_string,
        value::{List, Map, Timestamp},
    },
    go,
};

/// Returns a value in the format of the recorded tables: strings and bytes are quoted, other values are their type and
/// Go's `%v` of the native value.
pub(crate) fn print(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => go::quote(text),
        Value::Bytes(bytes) => format!("b{}", go::quote_bytes(bytes)),
        Value::Optional(_) => format!("optional_type {}", native_alone(&value.unwrapped())),
        other => format!("{} {}", other.type_name(), native_alone(other)),
    }
}

/// Formats a value outside of lists and maps like Go's `%v`.
fn native_alone(value: &Value<'_>) -> String {
    match value {
        Value::Null => "NULL_VALUE".to_owned(),
        Value::Semver(version) => version.to_string(),
        // Only within lists and maps, types have their parameters.
        Value::Type(name) => name.to_string(),
        Value::Optional(None) => "<nil>".to_owned(),
        other => native(other),
    }
}

/// Normalizes a formatted list or map: Go formats lists and maps of CEL values with other commas and braces than native
/// ones.
pub(crate) fn normalized(text: &str) -> String {
    if !text.starts_with(['l', 'm', 'o']) {
        return text.to_owned();
    }
    // Depending on the type of the list or map, null is printed as its name or as its number.
    text.replace("NULL_VALUE", "0").replace(", ", " ").replace(": ", ":").replace('{', "map[").replace('}', "]")
}

/// Formats a value like Go's `%v`.
fn native(value: &Value<'_>) -> String {
    match value {
        Value::Null => "0".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go::format_float(*value),
        Value::Type(name) if name.as_str() == "list" => "list(dyn)".to_owned(),
        Value::Type(name) if name.as_str() == "map" => "map(dyn, dyn)".to_owned(),
        Value::String(text) | Value::Type(text) => text.to_string(),
        Value::Bytes(bytes) => {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("[{}]", numbers.join(" "))
        }
        Value::Duration(value) => go::format_duration(*value),
        Value::Timestamp(time) => native_time(*time),
        Value::List(list) => native_list(list),
        Value::Map(map) => native_map(map),
        Value::Optional(Some(held)) => format!("optional({})", native(held)),
        Value::Optional(None) => "optional.none()".to_owned(),
        Value::Ip(address) => address.to_string(),
        Value::Quantity(quantity) => quantity.number().canonical().into_owned(),
        Value::Cidr(block) => block.to_string(),
        Value::Url(url) => url.to_string(),
        Value::Semver(version) => version.to_string(),
        // The native value of an error is its message.
        Value::Error(error) => error.to_string(),
        Value::Preserved(data) => native(&Value::of_unknown_data(data.data().clone())),
        other => format!("{other:?}"),
    }
}

/// Formats a time like `time.Time.String`.
fn native_time(time: Timestamp) -> String {
    let text = timestamp_to_string(time);
    let (clock, zone) = if let Some(clock) = text.strip_suffix('Z') {
        (clock, "+0000 UTC".to_owned())
    } else {
        let (clock, zone) = text.split_at_checked(text.len().saturating_sub(6)).unwrap_or((&text, ""));
        let zone = zone.replace(':', "");
        (clock, format!("{zone} {zone}"))
    };
    format!("{} {zone}", clock.replace('T', " "))
}

fn native_list(list: &List<'_>) -> String {
    // For the elements of a concatenated list, Go prints the native values.
    let shown = |value: Value<'_>| if list.is_joined() { native_alone(&value.unwrapped()) } else { native(&value) };
    let elements: Vec<String> =
        list.iter().map(|element| element.map_or_else(|error| error.to_string(), shown)).collect();
    format!("[{}]", elements.join(" "))
}

fn native_map(map: &Map<'_>) -> String {
    let entries: Vec<String> = map
        .entries()
        .map(|(key, value)| {
            format!("{}:{}", native(&key), value.map_or_else(|error| error.to_string(), |value| native(&value)))
        })
        .collect();
    format!("map[{}]", entries.join(" "))
}
