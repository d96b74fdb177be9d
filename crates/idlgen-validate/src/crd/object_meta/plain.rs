//! Metadata that Go decodes and re-encodes without a change.

use idlgen_runtime::go::{self, Layout};
use serde_json::{Map, Value as Json};

use super::go_type::{Field, GoType, OBJECT_META, Struct};

/// Returns `true` if [`decode`](super::decode) returns the same metadata without unknown fields.
pub(in crate::crd) fn is_plain(metadata: &Json) -> bool {
    is_kept(metadata, &GoType::Struct(&OBJECT_META), false)
}

fn is_kept(json: &Json, of: &GoType, is_pointer: bool) -> bool {
    match (of, json) {
        (GoType::FieldsV1, json) => !json.is_null(),
        (GoType::Time, Json::String(text)) => is_as_go_writes(text),
        (GoType::String(_), Json::String(text)) => !text.is_empty(),
        (GoType::Bool, Json::Bool(value)) => *value || is_pointer,
        (GoType::Int64, Json::Number(number)) => number.as_i64().is_some_and(|value| value != 0 || is_pointer),
        (GoType::StringMap, Json::Object(entries)) => !entries.is_empty() && entries.values().all(Json::is_string),
        (GoType::List(element), Json::Array(values)) => {
            let is_kept_element = |value: &Json| match element {
                GoType::String(_) => value.is_string(),
                element => is_kept(value, element, false),
            };
            !values.is_empty() && values.iter().all(is_kept_element)
        }
        (GoType::Struct(of), Json::Object(fields)) => is_kept_struct(fields, of),
        _ => false,
    }
}

fn is_kept_struct(fields: &Map<String, Json>, of: &Struct) -> bool {
    let is_kept_field = |(name, value): (&String, &Json)| {
        of.fields.iter().find(|field| field.name == name).is_some_and(|field: &Field| {
            (field.is_always_written && value.is_string()) || is_kept(value, &field.of, field.is_pointer)
        })
    };
    fields.iter().all(is_kept_field)
        && of.fields.iter().filter(|field| field.is_always_written).all(|field| fields.contains_key(field.name))
}

fn is_as_go_writes(text: &str) -> bool {
    match go::parse_time(Layout::Rfc3339, text) {
        Ok(go::Instant::ZERO) | Err(_) => false,
        Ok(instant) => go::format_time(instant, false) == text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::crd::object_meta::decode;

    #[test]
    fn plain_metadata_is_decoded_to_itself() {
        let values = [
            json!(null),
            json!(""),
            json!("a"),
            json!(0),
            json!(3),
            json!(1.0),
            json!(1.5),
            json!(true),
            json!(false),
            json!([]),
            json!([null]),
            json!(["", "f"]),
            json!({}),
            json!({"a": ""}),
            json!({"a": null}),
            json!({"a": "b"}),
            json!("2024-01-01T00:00:00Z"),
            json!("2024-01-01T00:00:00.5Z"),
            json!("0001-01-01T00:00:00Z"),
            json!("2024-01-01T01:00:00+01:00"),
            json!([{"apiVersion": "", "kind": "K", "name": "n", "uid": "u", "controller": false}]),
            json!([{"apiVersion": "v1", "kind": "K", "name": "n"}]),
            json!([{"manager": "m", "operation": "Apply", "fieldsV1": {"f:a": {}}, "time": "2024-01-01T00:00:00Z"}]),
            json!([{"manager": ""}]),
            json!([{"time": null}]),
            json!([{}]),
            json!([{"x": 1}]),
        ];
        let names = OBJECT_META.fields.iter().map(|field| field.name).chain(["other"]);
        let mut plain = 0;
        for name in names {
            for value in &values {
                let metadata = json!({"name": "n", name: value});
                let decoded = decode(&metadata);
                let is_same = decoded.is_ok_and(|decoded| decoded.unknown.is_empty() && decoded.metadata == metadata);
                assert_eq!(is_plain(&metadata), is_same, "{metadata}");
                plain += usize::from(is_same);
            }
        }
        assert!(plain > 20, "{plain}");
        assert!(!is_plain(&Json::Null) && is_plain(&json!({})));
    }
}
