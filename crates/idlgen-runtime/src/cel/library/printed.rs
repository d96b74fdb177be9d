//! Formats values for messages.

use crate::{cel::Value, go};

/// Maximum nesting depth of formatted lists and maps.
const DEPTH: usize = 64;

/// Formats a value like Go's `%v`. Where an API server would print a memory address, only the type is formatted.
pub(in crate::cel) fn printed(value: &Value<'_>) -> String {
    let mut text = String::new();
    print(value, DEPTH, &mut text);
    text
}

fn print(value: &Value<'_>, depth: usize, text: &mut String) {
    match value {
        Value::Null => text.push('0'),
        // The types of lists and maps have parameters.
        Value::Type(name) => text.push_str(match name.as_str() {
            "list" => "list(dyn)",
            "map" => "map(dyn, dyn)",
            name => name,
        }),
        Value::Bytes(bytes) => {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            text.push('[');
            text.push_str(&numbers.join(" "));
            text.push(']');
        }
        Value::Bool(value) => text.push_str(&value.to_string()),
        Value::Int(value) => text.push_str(&value.to_string()),
        Value::Uint(value) => text.push_str(&value.to_string()),
        Value::Double(value) => text.push_str(&go::format_float(*value)),
        Value::Duration(value) => text.push_str(&go::format_duration(*value)),
        Value::Timestamp(time) => {
            let instant = go::Instant { seconds: time.seconds, nanoseconds: time.nanoseconds };
            text.push_str(&time_text(&go::format_time_nano(instant, time.offset)));
        }
        Value::String(string) => text.push_str(string.as_str()),
        Value::Semver(version) => text.push_str(&version.to_string()),
        Value::Quantity(quantity) => text.push_str(&quantity.number().canonical()),
        Value::Url(url) => text.push_str(&url.to_string()),
        Value::Ip(address) => text.push_str(&address.to_string()),
        Value::Cidr(block) => text.push_str(&block.to_string()),
        Value::List(list) if depth > 0 && list.data().is_none() => {
            text.push('[');
            for (index, element) in list.iter_held().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                print(&element, depth - 1, text);
            }
            text.push(']');
        }
        Value::Map(map) if depth > 0 && map.data().is_none() => {
            text.push('{');
            for (index, (key, value)) in map.entries().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                print(&key, depth - 1, text);
                text.push_str(": ");
                print(&Value::held(value), depth - 1, text);
            }
            text.push('}');
        }
        other => text.push_str(other.type_name()),
    }
}

/// Formats `2021-01-01T00:00:00+01:00` like `time.Time.String`: `2021-01-01 00:00:00 +0100 +0100`.
fn time_text(text: &str) -> String {
    let (date, rest) = text.split_once('T').unwrap_or((text, ""));
    if let Some(time) = rest.strip_suffix('Z') {
        return format!("{date} {time} +0000 UTC");
    }
    let (time, zone) = rest.split_at(rest.rfind(['+', '-']).unwrap_or(rest.len()));
    let zone = zone.replace(':', "");
    format!("{date} {time} {zone} {zone}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Map, value::Timestamp};

    #[test]
    fn as_go_prints_them() {
        let time = |offset| Value::Timestamp(Timestamp { seconds: 1_609_459_200, nanoseconds: 500_000_000, offset });
        let map = Map::from(vec![(Value::Bool(false), Value::Duration(3_600_000_000_000))]);
        for (value, wanted) in [
            (time(0), "2021-01-01 00:00:00.5 +0000 UTC"),
            (time(-5400), "2020-12-31 22:30:00.5 -0130 -0130"),
            (Value::from(vec![Value::Int(1), Value::Map(map)]), "[1, {false: 1h0m0s}]"),
            (Value::NONE, "optional_type"),
        ] {
            assert_eq!(printed(&value), wanted);
        }
    }

    #[test]
    fn data_and_what_is_nested_too_deeply_are_printed_as_types() {
        use crate::value::Value as _;
        let data = serde_json::json!({"l": [1], "m": {"a": 1}});
        for (name, expected) in [("l", "list"), ("m", "map")] {
            assert_eq!(printed(&Value::of_unknown_data(data[name].as_value())), expected);
        }
        let nested = |depth: usize| (0..depth).fold(Value::Int(7), |inner, _| Value::from(vec![inner]));
        assert_eq!(printed(&nested(2)), "[[7]]");
        assert_eq!(printed(&nested(DEPTH + 1)), format!("{}list{}", "[".repeat(DEPTH), "]".repeat(DEPTH)));
    }
}
