//! Generates random objects that match a schema more or less.

use idlgen_testing::Random;
use idlgen_validate::{
    Definitions, Schema,
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::{Value as Json, json};

const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcd",
    "abcde",
    "abcdefghijk",
    "a-b",
    "A",
    "x y",
    "1",
    "5",
    "true",
    "TCP",
    "UDP",
    "1.2.3.4",
    "a.example.com",
    "12345678-1234-1234-1234-123456789012",
    "äöü",
    "Always",
    "Never",
    "cpu",
    "bad",
    "axb",
];
const INTEGERS: &[i64] = &[
    -3_000_000_001,
    -3_000_000_000,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    9,
    10,
    15,
    18,
    19,
    99,
    100,
    101,
    200,
    201,
    255,
    65_535,
    65_536,
    9_007_199_254_740_993,
];
const FLOATS: &[f64] = &[-1.0, -0.5, 0.0, 0.1, 0.25, 0.5, 1.0, 2.5, 3.0, 1e10];
const NAMES: &[&str] = &["", "a", "ab", "abc", "Always", "cpu", "x.y/z"];

/// Generates a value for a schema.
pub(crate) fn value(random: &mut Random, schema: &Schema, definitions: &Definitions, depth: usize) -> Json {
    if let Some(name) = &schema.reference {
        return match name.rsplit(['.', '/']).next() {
            Some("Time" | "MicroTime") => json!(random.one_of(&["2024-05-06T07:08:09Z", "1970-01-01T00:00:00Z"])),
            Some("Duration") => json!(random.one_of(&["0s", "1h0m0s", "1.5s"])),
            Some("Quantity") => json!(random.one_of(&["0", "1", "1.5Gi", "100m"])),
            Some("IntOrString") if one_in(random, 2) => json!(random.one_of(&[0, 1, 80, 101])),
            Some("IntOrString") => json!(random.one_of(&["http", "a", "abcde"])),
            Some("FieldsV1" | "RawExtension") => any(random),
            _ => definitions.get(name).map_or(Json::Null, |schema| value(random, schema, definitions, depth)),
        };
    }
    if !schema.enumeration().is_empty() && !one_in(random, 4) {
        return random.one_of(schema.enumeration());
    }
    if !schema.one_of.is_empty() {
        return if one_in(random, 2) { json!(random.one_of(INTEGERS)) } else { json!(random.one_of(TEXTS)) };
    }
    match schema.schema_type {
        None => any(random),
        Some(SchemaType::String) if schema.format() == Some("byte") => {
            json!(random.one_of(&["", "YQ==", "YWJjZGVmZw=="]))
        }
        Some(SchemaType::String) if schema.format() == Some("date-time") => {
            json!(random.one_of(&["2024-05-06T07:08:09.5+02:00", "yesterday"]))
        }
        Some(SchemaType::String) => json!(random.one_of(TEXTS)),
        Some(SchemaType::Integer) => {
            let value = random.one_of(INTEGERS);
            let limit = match schema.format() {
                Some("byte") => 256,
                Some("int32") => 1 << 31,
                _ => i64::MAX,
            };
            json!(value % limit)
        }
        Some(SchemaType::Number) => json!(random.one_of(FLOATS)),
        Some(SchemaType::Boolean) => json!(one_in(random, 2)),
        Some(SchemaType::Array) => {
            let count = if depth > 4 { 0 } else { random.below(5) };
            let mut items: Vec<Json> = Vec::new();
            for _ in 0..count {
                let item = match &schema.items {
                    _ if !items.is_empty() && one_in(random, 4) => random.one_of(&items),
                    Some(item) => value(random, item, definitions, depth + 1),
                    None => any(random),
                };
                items.push(item);
            }
            Json::Array(items)
        }
        Some(SchemaType::Object) => {
            let mut object = serde_json::Map::new();
            let spread = 2 + random.below(3);
            for (name, property) in &schema.properties {
                if depth > 5 || one_in(random, spread) {
                    continue;
                }
                let value =
                    if one_in(random, 30) { Json::Null } else { value(random, property, definitions, depth + 1) };
                object.insert(name.clone(), value);
            }
            if let Some(AdditionalProperties::Schema(entry)) = &schema.additional_properties
                && depth < 5
            {
                for _ in 0..random.below(4) {
                    let name = random.one_of(NAMES).to_owned();
                    let value = value(random, entry, definitions, depth + 1);
                    object.insert(name, value);
                }
            }
            Json::Object(object)
        }
    }
}

/// Generates an update of `old` towards `new` that keeps most of its content.
pub(crate) fn update(random: &mut Random, old: &Json, new: &Json) -> Json {
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => {
            let mut updated = serde_json::Map::new();
            let more = new.keys().filter(|key| !old.contains_key(*key));
            let keys: std::collections::BTreeSet<&String> = old.keys().chain(more).collect();
            for key in keys {
                let value = match (old.get(key), new.get(key)) {
                    (Some(old), Some(new)) if one_in(random, 2) => Some(update(random, old, new)),
                    (Some(old), _) if !one_in(random, 6) => Some(old.clone()),
                    (None, Some(new)) if one_in(random, 3) => Some(new.clone()),
                    _ => None,
                };
                updated.extend(value.map(|value| (key.clone(), value)));
            }
            Json::Object(updated)
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            Json::Array(old.iter().zip(new).map(|(old, new)| update(random, old, new)).collect())
        }
        _ if one_in(random, 2) => old.clone(),
        _ => new.clone(),
    }
}

fn any(random: &mut Random) -> Json {
    match random.below(6) {
        0 => json!(random.one_of(TEXTS)),
        1 => json!(random.one_of(INTEGERS)),
        2 => json!([1, "a"]),
        3 => json!(true),
        _ => json!({"a": {"b": null}}),
    }
}

fn one_in(random: &mut Random, count: usize) -> bool {
    random.below(count) == 0
}

/// Copies fields that a Go value always has: structs with a string or number as JSON representation, which are written
/// even if they were never set.
#[allow(dead_code, reason = "not every user of this file has such types")]
pub(crate) fn with_unset(mut json: Json, written: &Json, schema: &Schema, definitions: &Definitions) -> Json {
    take_unset(&mut json, written, schema, definitions);
    json
}

/// Returns the name of the type that a schema refers to.
fn known(schema: &Schema) -> Option<&str> {
    schema.reference.as_ref().and_then(|name| name.rsplit('.').next())
}

fn take_unset(json: &mut Json, written: &Json, schema: &Schema, definitions: &Definitions) {
    if known(schema) == Some("Quantity") && !json.is_null() {
        // A number has several notations. Go writes one of them.
        *json = written.clone();
        return;
    }
    let schema = schema.reference.as_ref().and_then(|name| definitions.get(name)).unwrap_or(schema);
    match (json, written) {
        (Json::Object(json), Json::Object(written)) => {
            for (name, value) in written {
                let entry = match &schema.additional_properties {
                    Some(AdditionalProperties::Schema(entry)) => Some(&**entry),
                    _ => None,
                };
                let Some(property) = schema.properties.get(name).or(entry) else { continue };
                match json.get_mut(name).filter(|value| !value.is_null()) {
                    Some(json) => take_unset(json, value, property, definitions),
                    None if matches!(known(property), Some("Quantity" | "Duration" | "IntOrString")) => {
                        json.insert(name.clone(), value.clone());
                    }
                    None if value.is_object() => {
                        let none = json!({});
                        let taken = with_unset(none.clone(), value, property, definitions);
                        json.extend((taken != none).then(|| (name.clone(), taken)));
                    }
                    None => {}
                }
            }
        }
        (Json::Array(json), Json::Array(written)) => {
            let Some(item) = &schema.items else { return };
            json.iter_mut().zip(written).for_each(|(json, written)| take_unset(json, written, item, definitions));
        }
        _ => {}
    }
}

/// Writes floats without a fraction as integers, as Go does.
#[allow(dead_code, reason = "not every test uses it")]
pub(crate) fn write_integers(json: &mut Json) {
    match json {
        Json::Object(members) => members.values_mut().for_each(write_integers),
        Json::Array(items) => items.iter_mut().for_each(write_integers),
        Json::Number(number) if number.is_f64() => {
            if let Some(integer) = number.as_f64().and_then(idlgen_runtime::go::json_integer) {
                *json = integer.into();
            }
        }
        _ => {}
    }
}

/// Copies the notation of floats from `json` to `written`. Go writes 3 for 3.0, for which an API server has other
/// messages because it treats the value as an integer.
pub(crate) fn spell_floats(written: &mut Json, json: &Json) {
    match (written, json) {
        (Json::Object(written), Json::Object(json)) => {
            for (key, value) in written {
                spell_floats(value, json.get(key).unwrap_or(&Json::Null));
            }
        }
        (Json::Array(written), Json::Array(json)) => {
            written.iter_mut().zip(json).for_each(|(value, json)| spell_floats(value, json));
        }
        (Json::Number(written), Json::Number(json)) if json.is_f64() && written.as_f64() == json.as_f64() => {
            *written = json.clone();
        }
        _ => {}
    }
}
