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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Decodes a value of a field `f` with this schema.
    fn decoded(schema: &Json, value: &Json) -> Decoded {
        let inner =
            json!({"type": "object", "properties": {"g": {"type": "boolean"}, "t": {"$ref": "#/definitions/a.Inner"}}});
        let root = json!({"type": "object", "properties": {"f": schema, "z": {"type": "boolean"}}});
        let (definitions, _) = Definitions::from_json(&json!({"a.Root": root, "a.Inner": inner}));
        decode(&definitions, "a.Root", &json!({"f": value}))
    }

    /// Returns the errors with their paths. `!` marks one that stops decoding.
    fn errors(schema: &Json, value: &Json) -> String {
        let shown = |error: &DecodingError| {
            let text = error.text.replace("json: cannot unmarshal ", "").replace("Go struct field ", "");
            format!("{}{}: {text}", if error.stops { "!" } else { "" }, error.path)
        };
        decoded(schema, value).errors.iter().map(shown).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn integers_have_the_range_of_their_go_type() {
        let named = json!({"type": "integer", "format": "int64", "x-go-type": "v1.Count"});
        let plain = |go: &str| json!({"type": "integer", "x-go-type": go});
        for (schema, go, least, greatest) in [
            (plain("int8"), "int8", -128, 127),
            (plain("int16"), "int16", -32_768, 32_767),
            (plain("uint8"), "uint8", 0, 255),
            (plain("uint16"), "uint16", 0, 65_535),
            (plain("uint32"), "uint32", 0, 4_294_967_295_i64),
            (plain("v1.Level"), "v1.Level", -2_147_483_648, 2_147_483_647),
            (json!({"type": "integer"}), "int32", -2_147_483_648, 2_147_483_647),
        ] {
            for (value, fits) in [(least, true), (greatest, true), (least - 1, false), (greatest + 1, false)] {
                let expected = if fits { String::new() } else { format!("f: number {value} into Root.f of type {go}") };
                assert_eq!(errors(&schema, &json!(value)), expected, "{go}");
            }
        }
        for schema in [plain("int"), plain("int64"), named, json!({"type": "integer", "format": "int64"})] {
            assert_eq!(errors(&schema, &json!(i64::MIN)), "", "{schema}");
            assert_eq!(errors(&schema, &json!(i64::MAX)), "", "{schema}");
        }
        for go in ["uint", "uint64"] {
            assert_eq!(errors(&plain(go), &json!(i64::MAX)), "");
            assert_eq!(errors(&plain(go), &json!(-1)), format!("f: number -1 into Root.f of type {go}"));
        }
        assert_eq!(errors(&plain("int8"), &json!(2.0)), "");
        assert_eq!(errors(&plain("int8"), &json!(1.5)), "f: number 1.5 into Root.f of type int8");
    }

    #[test]
    fn values_of_another_type_are_errors() {
        let (text, bytes) = (json!({"type": "string"}), json!({"type": "string", "format": "byte"}));
        let inner = json!({"$ref": "#/definitions/a.Inner"});
        let list = json!({"type": "array", "items": {"type": "boolean"}});
        let map = json!({"type": "object", "additionalProperties": {"type": "boolean"}});
        let embedded = json!({"type": "boolean", "x-go-embedded": "Handler"});
        for (schema, value, expected) in [
            (&json!({"type": "boolean"}), json!(1), "f: number into Root.f of type bool"),
            (&json!({"type": "boolean"}), json!(true), ""),
            (&json!({"type": "number"}), json!("a"), "f: string into Root.f of type float64"),
            (&json!({"type": "number"}), json!(1), ""),
            (&json!({"type": "number"}), json!(1.5), ""),
            (&text, json!(["a"]), "f: array into Root.f of type string"),
            (&text, json!("***"), ""),
            (&text, json!(null), ""),
            (&bytes, json!("***"), "f: illegal base64 data at input byte 0"),
            (&bytes, json!("YQ=="), ""),
            (&bytes, json!([0, 255]), ""),
            (&bytes, json!([1, 256]), "f[1]: number 256 into Root.f of type uint8"),
            (&bytes, json!(["a"]), "f[0]: string into Root.f of type uint8"),
            (&bytes, json!({}), "f: object into Root.f of type []uint8"),
            (&inner, json!([]), "f: array into Root.f of type a.Inner"),
            (&inner, json!({"g": 1}), "f.g: number into Inner.f.g of type bool"),
            (
                &inner,
                json!({"t": {"g": 1}, "g": 2}),
                "f.g: number into Inner.f.g of type bool; f.t.g: number into Inner.f.t.g of type bool",
            ),
            (&list, json!([true, 1]), "f[1]: number into Root.f of type bool"),
            (&list, json!({}), "f: object into Root.f of type []bool"),
            (&map, json!({"b": true, "a": 1}), "f[a]: number into Root.f of type bool"),
            (&map, json!([]), "f: array into Root.f of type map[string]bool"),
            (&embedded, json!(1), "f: number into Root.Handler.f of type bool"),
            (&json!({}), json!([{"a": 1}]), ""),
            (&json!({"type": "object", "x-go-type": "runtime.RawExtension"}), json!(5), ""),
        ] {
            assert_eq!(errors(schema, &value), expected, "{schema} {value}");
        }
    }

    #[test]
    fn types_with_decoders_of_their_own_stop_at_other_values() {
        let quantity =
            "!f: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
        for (go, values, expected) in [
            ("resource.Quantity", vec![json!("1Gi"), json!(" 1 "), json!(5), json!(1.5), json!(null)], ""),
            ("resource.Quantity", vec![json!("x"), json!(true), json!([])], quantity),
            ("v1.Time", vec![json!("2024-01-02T03:04:05Z")], ""),
            ("v1.Time", vec![json!(5)], "!f: number into Root.f of type string"),
            ("v1.MicroTime", vec![json!("2024-01-02T03:04:05.000006Z")], ""),
            ("v1.Duration", vec![json!("1s")], ""),
            ("v1.Duration", vec![json!("x")], "!f: time: invalid duration \"x\""),
            ("v1.Duration", vec![json!({})], "!f: object into Root.f of type string"),
            ("intstr.IntOrString", vec![json!("a"), json!(5), json!(-2_147_483_648)], ""),
            ("intstr.IntOrString", vec![json!(3_000_000_000_u32)], "!f: number 3000000000 into Root.f of type int32"),
            ("intstr.IntOrString", vec![json!(1.5)], "!f: number 1.5 into Root.f of type int32"),
            ("intstr.IntOrString", vec![json!(true)], "!f: bool into Root.f of type int32"),
        ] {
            for value in values {
                let schema = json!({"type": "string", "x-go-type": go});
                assert_eq!(errors(&schema, &value), expected, "{go} {value}");
            }
        }
        for (go, layout) in
            [("v1.Time", "2006-01-02T15:04:05Z07:00"), ("v1.MicroTime", "2006-01-02T15:04:05.000000Z07:00")]
        {
            let found = errors(&json!({"type": "string", "x-go-type": go}), &json!("x"));
            assert_eq!(found, format!("!f: parsing time \"x\" as \"{layout}\": cannot parse \"x\" as \"2006\""));
        }
    }

    #[test]
    fn a_server_reports_the_error_that_stops_it_or_the_first_or_unknown_fields() {
        let row = KindRow::new("g/v1".to_owned(), "Root".to_owned(), String::new());
        let heading = "Root in version \"v1\" cannot be handled as a Root: ";
        let response = |object: Json| {
            let time = json!({"type": "string", "x-go-type": "v1.Duration"});
            let properties = json!({"a": {"type": "boolean"}, "b": {"type": "boolean"}, "t": time});
            let (definitions, _) =
                Definitions::from_json(&json!({"a.Root": {"type": "object", "properties": properties}}));
            decode(&definitions, "a.Root", &object).response(&row).map(|text| text.replace(heading, "> "))
        };
        let some = |text: &str| Some(format!("> {text}"));
        assert_eq!(response(json!({"a": true})), None);
        assert_eq!(response(json!({"a": 1, "b": 2, "t": "x", "x": 1})), some("time: invalid duration \"x\""));
        assert_eq!(
            response(json!({"a": 1, "b": 2, "x": 1})),
            some("json: cannot unmarshal number into Go struct field Root.a of type bool")
        );
        assert_eq!(
            response(json!({"y": 1, "x": 2})),
            some("strict decoding error: unknown field \"x\", unknown field \"y\"")
        );
    }

    #[test]
    fn very_deep_values_are_not_decoded() {
        let nested = |depth: usize| {
            let value = (0..depth).fold(json!({"g": 1}), |inner, _| json!({"t": inner}));
            decoded(&json!({"$ref": "#/definitions/a.Inner"}), &value).errors.len()
        };
        // The field itself is a level, and so is the invalid value.
        assert_eq!((nested(MAX_DEPTH - 2), nested(MAX_DEPTH - 1)), (1, 0));
        let lists = |depth: usize| {
            let schema =
                (0..depth).fold(json!({"type": "boolean"}), |items, _| json!({"type": "array", "items": items}));
            let value = (0..depth).fold(json!(1), |item, _| json!([item]));
            decoded(&schema, &value).errors.len()
        };
        assert_eq!(lists(50), 1);
    }
}
