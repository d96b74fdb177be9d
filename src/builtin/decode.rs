//! Finds values that a server cannot decode into the Go types of a built-in kind (`sigs.k8s.io/json`, a fork of
//! `encoding/json`, and types with custom decoders).
//!
//! The order is that of clients, which send sorted keys. A server continues after a value of the wrong type, and stops
//! at a value that a custom decoder rejects. It reports the one that stopped it, otherwise the first.

use std::borrow::Cow;

use idlgen_runtime::{
    field::{Path, PathBuf},
    go::{self, Layout, base64, parse_duration, parse_time},
    types::{ParseQuantityError, Quantity},
    value::{List, Map, Number, Value, ValueRef},
};
use idlgen_validate::{
    Definitions, Schema,
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::Value as Json;

use super::{
    KindRow,
    go_type::{self, EMBEDDED, GO_TYPE, Reader, go_text, reader},
};

/// Maximum nesting depth of objects that a server decodes.
const MAX_DEPTH: usize = 512;

/// A value that cannot be decoded into its Go type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodingError {
    /// The path of the value.
    pub path: PathBuf,
    /// The server's message, if no earlier error replaces it.
    pub text: String,
    /// `true` if the server stops decoding.
    pub stops: bool,
}

/// The result of decoding.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) errors: Vec<DecodingError>,
    pub(super) unknown: Vec<PathBuf>,
}

impl Decoded {
    /// Returns the server's error message (`k8s.io/apiserver/pkg/endpoints/handlers.transformDecodeError`).
    pub(super) fn response(&self, row: &KindRow) -> Option<String> {
        let said = match first(&self.errors) {
            Some(error) => error.text.clone(),
            None if self.unknown.is_empty() => return None,
            None => {
                let unknown: Vec<String> =
                    self.unknown.iter().map(|path| format!("unknown field {}", go::quote(&path.to_strict()))).collect();
                format!("strict decoding error: {}", unknown.join(", "))
            }
        };
        Some(row.heading() + &said)
    }
}

/// Returns the error that a server reports: the one that stops decoding, otherwise the first.
pub(super) fn first(errors: &[DecodingError]) -> Option<&DecodingError> {
    errors.iter().find(|error| error.stops).or(errors.first())
}

pub(super) fn decode(definitions: &Definitions, definition: &str, object: &dyn Value) -> Decoded {
    let schema = Schema { reference: Some(definition.to_owned()), ..Schema::default() };
    let mut decoder = Decoder { definitions, fields: Vec::new(), structure: String::new(), found: Decoded::default() };
    decoder.value(&schema, &object.as_value(), &Path::root(), 0);
    decoder.found
}

struct Decoder<'d> {
    definitions: &'d Definitions,
    /// The field names from the root to the value.
    fields: Vec<String>,
    /// The name of the innermost struct.
    structure: String,
    found: Decoded,
}

impl Decoder<'_> {
    fn value(&mut self, schema: &Schema, value: &ValueRef<'_>, path: &Path<'_>, depth: usize) {
        if value.is_null() || depth > MAX_DEPTH {
            return;
        }
        if let Some(reader) = who_reads(schema) {
            self.read(reader, value, path);
            return;
        }
        if let Some(name) = &schema.reference {
            let Some(definition) = self.definitions.get(name) else { return };
            match value {
                ValueRef::Map(map) => self.structure(name, definition, *map, path, depth),
                _ => self.mismatch(schema, value, path),
            }
            return;
        }
        match (schema.schema_type, value) {
            (Some(SchemaType::Object), ValueRef::Map(map)) => {
                if let Some(AdditionalProperties::Schema(values)) = &schema.additional_properties {
                    self.entries(values, *map, path, depth);
                }
            }
            (Some(SchemaType::Array), ValueRef::List(list)) => {
                if let Some(items) = schema.items.as_deref() {
                    self.elements(items, *list, path, depth);
                }
            }
            (Some(SchemaType::Boolean), ValueRef::Bool(_)) => {}
            (Some(SchemaType::Number), ValueRef::Int(_) | ValueRef::Float(_)) => {}
            (Some(SchemaType::Integer), ValueRef::Int(_) | ValueRef::Float(_)) => self.integer(schema, value, path),
            (Some(SchemaType::String), ValueRef::List(list)) if schema.format() == Some("byte") => {
                self.bytes(*list, path);
            }
            (Some(SchemaType::String), ValueRef::String(text)) => {
                if schema.format() == Some("byte")
                    && let Err(error) = base64::decode(text)
                {
                    self.error(path, error.to_string(), false);
                }
            }
            (None, _) => {}
            _ => self.mismatch(schema, value, path),
        }
    }

    fn structure(&mut self, name: &str, definition: &Schema, map: &dyn Map, path: &Path<'_>, depth: usize) {
        let go_name = name.rsplit('.').next().unwrap_or(name);
        let outer = std::mem::replace(&mut self.structure, go_name.to_owned());
        for key in sorted_keys(map) {
            let place = path.field(&key);
            let (Some(property), Some(value)) = (definition.properties.get(key.as_ref()), map.get(&key)) else {
                self.found.unknown.push(place.to_path_buf());
                continue;
            };
            go_name.clone_into(&mut self.structure);
            let outer = self.fields.len();
            self.fields.extend(property.extensions.other.get(EMBEDDED).and_then(Json::as_str).map(str::to_owned));
            self.fields.push(key.clone().into_owned());
            self.value(property, &value, &place, depth + 1);
            self.fields.truncate(outer);
        }
        self.structure = outer;
    }

    fn entries(&mut self, values: &Schema, map: &dyn Map, path: &Path<'_>, depth: usize) {
        for key in sorted_keys(map) {
            if let Some(value) = map.get(&key) {
                self.value(values, &value, &path.key(&key), depth + 1);
            }
        }
    }

    fn elements(&mut self, items: &Schema, list: &dyn List, path: &Path<'_>, depth: usize) {
        for index in 0..list.len() {
            if let Some(value) = list.get(index) {
                self.value(items, &value, &path.index(index), depth + 1);
            }
        }
    }

    /// Checks bytes as a list of numbers, which Go decodes into `[]byte`, like a base64 string.
    fn bytes(&mut self, list: &dyn List, path: &Path<'_>) {
        let byte = Schema { schema_type: Some(SchemaType::Integer), ..Schema::default() };
        let byte = Schema { extensions: go_type::extensions("uint8"), ..byte };
        for index in 0..list.len() {
            if let Some(value) = list.get(index) {
                self.value(&byte, &value, &path.index(index), 0);
            }
        }
    }

    /// Checks an integer with the size of its Go type (`strconv.ParseInt`, then `reflect.Value.OverflowInt`).
    fn integer(&mut self, schema: &Schema, value: &ValueRef<'_>, path: &Path<'_>) {
        let text = number_text(value);
        let go_type = go_text(schema);
        let fits = text.parse::<i128>().is_ok_and(|number| {
            let (least, greatest) = range(&go_type, schema.format());
            least <= number && number <= greatest
        });
        if !fits {
            self.wrong_type(&format!("number {text}"), &go_type, path, false);
        }
    }

    /// Checks a value of a type with a custom decoder.
    fn read(&mut self, reader: Reader, value: &ValueRef<'_>, path: &Path<'_>) {
        let refused = match reader {
            Reader::Anything => None,
            Reader::Quantity => {
                let text = match value {
                    ValueRef::String(text) => text.trim().to_owned(),
                    ValueRef::Int(_) | ValueRef::Float(_) => number_text(value),
                    // A value that never matches a quantity.
                    _ => "{}".to_owned(),
                };
                match text.parse::<Quantity>() {
                    Ok(_) | Err(ParseQuantityError::TooLong) => None,
                    Err(error) => Some(error.to_string()),
                }
            }
            Reader::Time | Reader::MicroTime | Reader::Duration => match value {
                ValueRef::String(text) => match reader {
                    Reader::Time => parse_time(Layout::Rfc3339, text).err().map(|error| error.to_string()),
                    Reader::MicroTime => parse_time(Layout::Rfc3339Micro, text).err().map(|error| error.to_string()),
                    _ => parse_duration(text).err().map(|error| error.to_string()),
                },
                _ => return self.wrong_type(type_word(value), "string", path, true),
            },
            Reader::IntOrString => match value {
                ValueRef::String(_) => None,
                ValueRef::Int(number) if i32::try_from(*number).is_ok() => None,
                ValueRef::Int(_) | ValueRef::Float(_) => {
                    let text = number_text(value);
                    if text.parse::<i32>().is_err() {
                        self.wrong_type(&format!("number {text}"), "int32", path, true);
                    }
                    None
                }
                _ => return self.wrong_type(type_word(value), "int32", path, true),
            },
        };
        if let Some(text) = refused {
            self.error(path, text, true);
        }
    }

    fn mismatch(&mut self, schema: &Schema, value: &ValueRef<'_>, path: &Path<'_>) {
        self.wrong_type(type_word(value), &go_text(schema), path, false);
    }

    /// Adds an error for a value of the wrong type, with the message of `json.UnmarshalTypeError.Error`.
    fn wrong_type(&mut self, value: &str, go_type: &str, path: &Path<'_>, stops: bool) {
        let text = if self.fields.is_empty() {
            format!("json: cannot unmarshal {value} into Go value of type {go_type}")
        } else {
            let field = self.fields.join(".");
            format!("json: cannot unmarshal {value} into Go struct field {}.{field} of type {go_type}", self.structure)
        };
        self.error(path, text, stops);
    }

    fn error(&mut self, path: &Path<'_>, text: String, stops: bool) {
        self.found.errors.push(DecodingError { path: path.to_path_buf(), text, stops });
    }
}

/// Returns the custom decoder of a schema's type, if it has one.
fn who_reads(schema: &Schema) -> Option<Reader> {
    if schema.reference.is_none() && !schema.extensions.other.contains_key(GO_TYPE) && schema.schema_type.is_some() {
        return None;
    }
    reader(&go_text(schema))
}

/// Returns the range of a Go integer type. The format determines the size of named types.
fn range(go_type: &str, format: Option<&str>) -> (i128, i128) {
    match go_type {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint" | "uint64" => (0, u64::MAX.into()),
        "int" | "int64" => (i64::MIN.into(), i64::MAX.into()),
        _ if format == Some("int64") => (i64::MIN.into(), i64::MAX.into()),
        _ => (i32::MIN.into(), i32::MAX.into()),
    }
}

/// Formats a number like clients do in JSON: integral numbers without a fraction (`encoding/json`).
fn number_text(value: &ValueRef<'_>) -> String {
    match value.as_number() {
        Some(Number::Int(number)) => number.to_string(),
        Some(Number::Float(number)) => go::format_json_float(number),
        None => String::new(),
    }
}

/// Returns the name of a value's type in errors.
fn type_word(value: &ValueRef<'_>) -> &'static str {
    match value {
        ValueRef::Null => "null",
        ValueRef::Bool(_) => "bool",
        ValueRef::Int(_) | ValueRef::Float(_) => "number",
        ValueRef::String(_) => "string",
        ValueRef::List(_) => "array",
        ValueRef::Map(_) => "object",
    }
}

fn sorted_keys(map: &dyn Map) -> Vec<Cow<'_, str>> {
    let mut keys = Vec::with_capacity(map.len());
    map.visit_keys(&mut |key| {
        keys.push(key);
        true
    });
    keys.sort_unstable();
    keys
}
