//! Decodes `metadata` like Go and re-encodes it. The result is the metadata that a server stores
//! (`GetObjectMetaWithOptions` and `SetObjectMeta` of `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta`,
//! which use `sigs.k8s.io/json`).

use idlgen_runtime::{
    field::{Element, PathBuf},
    go::{self, Layout},
    value::Number,
};
use serde_json::{Map, Value as Json};

use super::go_type::{Field, GoType, OBJECT_META, STRING, Struct};

/// Decoded metadata.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Decoded {
    /// The re-encoded metadata, without unknown fields, nulls and empty values.
    pub metadata: Json,
    /// The unknown fields, relative to the metadata, in document order.
    pub unknown: Vec<PathBuf>,
}

/// Decodes `metadata`.
///
/// # Errors
/// Returns Go's message for the first mismatch.
pub fn decode(metadata: &Json) -> Result<Decoded, String> {
    let mut decoder = Decoder::default();
    let metadata = decoder.value(metadata, &GoType::Struct(&OBJECT_META), false);
    if let Some(error) = decoder.fatal.or(decoder.first_error) {
        return Err(error);
    }
    let metadata = metadata.unwrap_or_else(|| Json::Object(Map::new()));
    Ok(Decoded { metadata, unknown: decoder.unknown })
}

/// Decodes `metadata` field by field and skips invalid fields, like a server does for stored objects.
///
/// # Errors
/// Returns an error if the metadata is not an object.
pub fn decode_valid_fields(metadata: &Json) -> Result<Decoded, String> {
    if let Ok(decoded) = decode(metadata) {
        return Ok(decoded);
    }
    let Json::Object(fields) = metadata else {
        return Err(format!("invalid metadata: expected object, got {}", crate::crd::go_print::type_name(metadata)));
    };
    let mut all = Decoded { metadata: Json::Object(Map::new()), unknown: Vec::new() };
    for (name, value) in go::sorted_members(fields) {
        let mut single = Map::new();
        single.insert(name.clone(), value.clone());
        let Ok(decoded) = decode(&Json::Object(single)) else { continue };
        if let (Json::Object(all), Json::Object(decoded)) = (&mut all.metadata, decoded.metadata) {
            all.extend(decoded);
        }
        all.unknown.extend(decoded.unknown);
    }
    Ok(all)
}

#[derive(Default)]
struct Decoder {
    /// The struct that is being decoded.
    of: Option<&'static Struct>,
    /// The path of Go field names that errors contain, without list indices and map keys.
    fields: Vec<&'static str>,
    path: Vec<Element<String>>,
    unknown: Vec<PathBuf>,
    /// The first mismatch. Go continues decoding after it.
    first_error: Option<String>,
    /// The error of a type with a custom decoder, if any. Go stops at this error and discards earlier ones.
    fatal: Option<String>,
}

impl Decoder {
    /// Re-encodes a value. Returns `None` if it is omitted because it is empty.
    fn value(&mut self, json: &Json, of: &GoType, is_pointer: bool) -> Option<Json> {
        if self.fatal.is_some() || (json.is_null() && is_pointer) {
            return None;
        }
        match (of, json) {
            (GoType::FieldsV1, json) => Some(json.clone()),
            (GoType::Time, Json::Null) => None,
            (GoType::Time, json) => self.time(json, is_pointer),
            (_, Json::Null) => self.zero(of),
            (GoType::String(_), Json::String(text)) => (!text.is_empty()).then(|| Json::from(text.as_str())),
            (GoType::Bool, Json::Bool(value)) => (*value || is_pointer).then_some(Json::Bool(*value)),
            (GoType::Int64, Json::Number(number)) => {
                // Kubernetes re-encodes numbers before Go decodes them, so 1.0 becomes an integer.
                let text = match Number::from_json(number) {
                    Number::Int(value) => value.to_string(),
                    Number::Float(value) => go::format_json_float(value),
                };
                match text.parse::<i64>() {
                    Ok(value) => (value != 0 || is_pointer).then_some(Json::from(value)),
                    Err(_) => self.mismatch(&format!("number {text}"), of),
                }
            }
            (GoType::StringMap, Json::Object(entries)) => {
                let mut map = Map::new();
                for (key, value) in go::sorted_members(entries) {
                    let value = self.value(value, &STRING, false).unwrap_or_else(|| Json::from(""));
                    map.insert(key.clone(), value);
                }
                (!map.is_empty()).then_some(Json::Object(map))
            }
            (GoType::List(element), Json::Array(values)) => {
                let values = values.iter().enumerate().map(|(index, value)| {
                    self.path.push(Element::Index(index));
                    let value = self.value(value, element, false).or_else(|| self.zero(element));
                    self.path.pop();
                    value.unwrap_or_else(|| Json::from(""))
                });
                let values: Vec<Json> = values.collect();
                (!values.is_empty()).then_some(Json::Array(values))
            }
            (GoType::Struct(of), Json::Object(fields)) => Some(self.fields(fields, of)),
            (of, json) => self.mismatch(kind(json), of),
        }
    }

    /// Returns the encoded zero value of a type, or `None` if it is omitted.
    fn zero(&mut self, of: &GoType) -> Option<Json> {
        match of {
            GoType::Struct(of) => Some(self.fields(&Map::new(), of)),
            _ => None,
        }
    }

    fn fields(&mut self, object: &Map<String, Json>, of: &'static Struct) -> Json {
        let mut written = Map::new();
        let around = self.of.replace(of);
        for (name, value) in go::sorted_members(object) {
            let Some(field) = of.fields.iter().find(|field| field.name == name) else {
                let path = self.path.iter().cloned().chain([Element::Field(name.clone())]);
                self.unknown.push(PathBuf { elements: path.collect() });
                continue;
            };
            self.fields.push(field.name);
            self.path.push(Element::Field(name.clone()));
            if let Some(value) = self.field(value, field) {
                written.insert(name.clone(), value);
            }
            self.path.pop();
            self.fields.pop();
        }
        self.of = around;
        for field in of.fields.iter().filter(|field| field.is_always_written) {
            if !written.contains_key(field.name) {
                written.insert(field.name.to_owned(), Json::from(""));
            }
        }
        Json::Object(written)
    }

    fn field(&mut self, value: &Json, field: &Field) -> Option<Json> {
        self.value(value, &field.of, field.is_pointer)
    }

    fn time(&mut self, json: &Json, is_pointer: bool) -> Option<Json> {
        let Json::String(text) = json else {
            let text = self.mismatch_text(kind(json), "string");
            self.fatal.get_or_insert(text);
            return None;
        };
        match go::parse_time(Layout::Rfc3339, text) {
            // The first second of the year 1 is Go's zero time. It is encoded as null if the field is a pointer.
            Ok(go::Instant::ZERO) => is_pointer.then_some(Json::Null),
            Ok(instant) => Some(Json::from(go::format_time(instant, false))),
            Err(error) => {
                self.fatal.get_or_insert(error.to_string());
                None
            }
        }
    }

    fn mismatch(&mut self, value: &str, of: &GoType) -> Option<Json> {
        if self.first_error.is_none() {
            self.first_error = Some(self.mismatch_text(value, &of.name()));
        }
        None
    }

    /// Formats the error `json.UnmarshalTypeError`.
    fn mismatch_text(&self, value: &str, of: &str) -> String {
        match self.of {
            Some(within) => format!(
                "json: cannot unmarshal {value} into Go struct field {}.{} of type {of}",
                within.name,
                self.fields.join(".")
            ),
            None => format!("json: cannot unmarshal {value} into Go value of type {of}"),
        }
    }
}

/// Returns the name of a JSON value's type in errors of `encoding/json`.
pub(crate) fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "bool",
        Json::Number(_) => "number",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keeps_what_go_keeps() {
        let decoded = decode(&json!({
            "name": "n", "namespace": "", "uid": null, "generation": 3.0, "labels": {"a": "b", "c": null},
            "annotations": {},
            "creationTimestamp": null, "deletionTimestamp": "2024-01-01T01:00:00.5+01:00",
            "deletionGracePeriodSeconds": 0, "ownerReferences": [{"kind": "K", "controller": false, "x": 1}, null],
            "finalizers": [null, "f"], "managedFields": [{"fieldsV1": {"f:a": {}}, "time": null}], "other": {"a": 1}
        }));
        let expected = json!({
            "name": "n", "generation": 3, "labels": {"a": "b", "c": ""}, "deletionTimestamp": "2024-01-01T00:00:00Z",
            "deletionGracePeriodSeconds": 0, "ownerReferences": [
                {"apiVersion": "", "kind": "K", "name": "", "uid": "", "controller": false},
                {"apiVersion": "", "kind": "", "name": "", "uid": ""}
            ],
            "finalizers": ["", "f"], "managedFields": [{"fieldsV1": {"f:a": {}}}]
        });
        let decoded = decoded.unwrap();
        assert_eq!(decoded.metadata, expected);
        let unknown: Vec<String> = decoded.unknown.iter().map(ToString::to_string).collect();
        assert_eq!(unknown, ["other", "ownerReferences[0].x"]);
        assert_eq!(decode(&Json::Null).unwrap().metadata, json!({}));
    }

    #[test]
    fn says_what_go_says() {
        let cases = [
            (json!("x"), "json: cannot unmarshal string into Go value of type v1.ObjectMeta"),
            (
                json!({"name": 1, "annotations": 11}),
                "json: cannot unmarshal number into Go struct field ObjectMeta.annotations of type map[string]string",
            ),
            (
                json!({"labels": {"a": true}}),
                "json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string",
            ),
            (
                json!({"ownerReferences": [{"uid": []}]}),
                "json: cannot unmarshal array into Go struct field OwnerReference.ownerReferences.uid of type \
                 types.UID",
            ),
            (
                json!({"ownerReferences": {}}),
                "json: cannot unmarshal object into Go struct field ObjectMeta.ownerReferences of type \
                 []v1.OwnerReference",
            ),
            (
                json!({"generation": 1.5}),
                "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64",
            ),
            (
                json!({"annotations": 11, "creationTimestamp": 5}),
                "json: cannot unmarshal number into Go struct field ObjectMeta.creationTimestamp of type string",
            ),
            (
                json!({"creationTimestamp": "now"}),
                "parsing time \"now\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"now\" as \"2006\"",
            ),
        ];
        for (metadata, expected) in cases {
            assert_eq!(decode(&metadata).unwrap_err(), expected, "{metadata}");
        }
    }

    #[test]
    fn what_is_stored_is_read_as_far_as_it_goes() {
        let decoded =
            decode_valid_fields(&json!({"name": "n", "labels": {"a": 1}, "x": 1, "finalizers": ["f"]})).unwrap();
        assert_eq!(decoded.metadata, json!({"name": "n", "finalizers": ["f"]}));
        assert_eq!(decoded.unknown.len(), 1);
        assert_eq!(
            decode_valid_fields(&json!([1])).unwrap_err(),
            "invalid metadata: expected object, got []interface {}"
        );
    }
}
