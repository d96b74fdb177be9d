//! Finds values in a CRD document that do not match the Go types of the API server (`encoding/json`,
//! `sigs.k8s.io/json`).

use idlgen_runtime::{
    field::{Element, PathBuf},
    go,
    value::Number,
};
use serde_json::{Map, Value as Json};

use super::go_type::{DEFINITION_V1, DEFINITION_V1BETA1, GoType, JSON_SCHEMA_PROPS, Struct};
use crate::{
    crd::object_meta,
    schema::{Problem, ProblemKind},
};

/// Maximum nesting depth. Values that are nested deeper are not checked.
const MAX_DEPTH: usize = 512;

/// A value that does not match its Go type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeProblem {
    /// The path of the value.
    pub path: PathBuf,
    /// Go's message, if the problem makes a server reject the document. `None` for an unknown field, which a server
    /// drops, and reports as `unknown field "PATH"` if field validation is enabled.
    pub error: Option<String>,
}

impl DecodeProblem {
    pub(super) fn into_problem(self) -> Problem {
        let mut pointer = String::new();
        for element in &self.path.elements {
            pointer.push('/');
            match element {
                Element::Field(name) | Element::Key(name) => {
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
                Element::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        let (kind, message) = match self.error {
            Some(error) => (ProblemKind::WrongType, error),
            None => (ProblemKind::UnknownKeyword, format!("unknown field \"{}\"", dotted(&self.path))),
        };
        Problem::new(pointer, kind, message)
    }
}

/// Formats a path in the notation of strict decoding.
fn dotted(path: &PathBuf) -> String {
    path.to_dotted().trim_start_matches('.').to_owned()
}

/// Returns all mismatches in a CRD document, in order.
pub fn decode_problems(document: &Json) -> Vec<DecodeProblem> {
    decode(document).decode_problems
}

/// Returns Go's error if an API server cannot decode a document. This is the first mismatch, or the one that stops
/// decoding.
///
/// ```
/// use idlgen_validate::crd::document::decode_error;
/// let error = decode_error(&serde_json::json!({"spec": {"group": 1}})).unwrap();
/// let expected = "json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.group of type \
///     string";
/// assert_eq!((error.path.to_string(), error.error.as_deref()), ("spec.group".to_owned(), Some(expected)));
/// ```
pub fn decode_error(document: &Json) -> Option<DecodeProblem> {
    let decoder = decode(document);
    let first = decoder.decode_problems.iter().find(|problem| problem.error.is_some()).cloned();
    decoder.fatal.or(first)
}

fn decode(document: &Json) -> Decoder<'_> {
    let is_v1beta1 = document.get("apiVersion").and_then(Json::as_str) == Some("apiextensions.k8s.io/v1beta1");
    let (package, of) = if is_v1beta1 { ("v1beta1", &DEFINITION_V1BETA1) } else { ("v1", &DEFINITION_V1) };
    let mut decoder = Decoder { package, ..Decoder::default() };
    decoder.value(document, GoType::Struct(of));
    decoder
}

#[derive(Default)]
struct Decoder<'j> {
    package: &'static str,
    /// The struct that is being decoded.
    of: Option<&'static Struct>,
    /// The path of Go field names that errors contain, without list indices and map keys.
    fields: Vec<&'static str>,
    path: Vec<Element<&'j str>>,
    decode_problems: Vec<DecodeProblem>,
    /// The error of a type with a custom decoder, if any. Go stops at this error and discards earlier ones.
    fatal: Option<DecodeProblem>,
}

impl<'j> Decoder<'j> {
    fn value(&mut self, json: &'j Json, of: GoType) {
        if self.path.len() > MAX_DEPTH {
            return;
        }
        match (of, json) {
            (GoType::Any, _) | (_, Json::Null) => {}
            (GoType::String(_), Json::String(_)) | (GoType::Bool, Json::Bool(_)) => {}
            (GoType::Float64, Json::Number(_)) => {}
            (GoType::Int32 | GoType::Int64, Json::Number(number)) => self.integer(number, of),
            (GoType::Bytes, Json::String(text)) => {
                if let Err(error) = go::base64::decode(text) {
                    self.refuse(error.to_string());
                }
            }
            (GoType::ObjectMeta, json) => self.metadata(json),
            (GoType::List(element), Json::Array(values)) => self.list(values, *element),
            (GoType::Map(element), Json::Object(entries)) => {
                for (key, value) in go::sorted_members(entries) {
                    self.below(Element::Key(key), value, *element);
                }
            }
            (GoType::Struct(of), Json::Object(members)) => self.members(members, of),
            (GoType::Schema, Json::Object(members)) => self.members(members, &JSON_SCHEMA_PROPS),
            (of, json) if of.has_own_reader() => self.schema_or_other(json, of),
            (of, json) => self.mismatch(object_meta::kind(json), of),
        }
    }

    fn below(&mut self, step: Element<&'j str>, json: &'j Json, of: GoType) {
        self.path.push(step);
        self.value(json, of);
        self.path.pop();
    }

    fn list(&mut self, values: &'j [Json], of: GoType) {
        for (index, value) in values.iter().enumerate() {
            self.below(Element::Index(index), value, of);
        }
    }

    fn members(&mut self, members: &'j Map<String, Json>, of: &'static Struct) {
        let around = self.of.replace(of);
        for (name, value) in go::sorted_members(members) {
            let Some((field, of)) = of.fields.iter().find(|(field, _)| field == name) else {
                let mut path = self.path();
                path.elements.push(Element::Field(name.clone()));
                self.decode_problems.push(DecodeProblem { path, error: None });
                continue;
            };
            self.fields.push(field);
            self.below(Element::Field(name), value, *of);
            self.fields.pop();
        }
        self.of = around;
    }

    fn integer(&mut self, number: &serde_json::Number, of: GoType) {
        let text = match Number::from_json(number) {
            Number::Int(value) => value.to_string(),
            Number::Float(value) => go::format_json_float(value),
        };
        let fits = if matches!(of, GoType::Int32) { text.parse::<i32>().is_ok() } else { text.parse::<i64>().is_ok() };
        if !fits {
            self.mismatch(&format!("number {text}"), of);
        }
    }

    /// Decodes a type with a custom decoder, whose first error stops decoding.
    fn schema_or_other(&mut self, json: &'j Json, of: GoType) {
        let before = self.decode_problems.len();
        let schema = GoType::Schema;
        match (of, json) {
            (_, Json::Object(_)) => self.value(json, schema),
            (GoType::SchemaOrList, Json::Array(values)) => self.list(values, schema),
            (GoType::SchemaOrStrings, Json::Array(values)) => self.list(values, GoType::String("string")),
            (GoType::SchemaOrBool, Json::Bool(_)) | (GoType::SchemaOrList | GoType::SchemaOrStrings, _) => {}
            _ => self.refuse("boolean or JSON schema expected".to_owned()),
        }
        let new = self.decode_problems.get(before..).unwrap_or_default();
        let first = new.iter().find(|problem| problem.error.is_some()).cloned();
        self.fatal = self.fatal.take().or(first);
    }

    fn metadata(&mut self, json: &Json) {
        match object_meta::decode(json) {
            Ok(decoded) => {
                for unknown in decoded.unknown {
                    let mut path = self.path();
                    path.elements.extend(unknown.elements);
                    self.decode_problems.push(DecodeProblem { path, error: None });
                }
            }
            Err(error) => {
                // Changes the error to that of decoding the metadata as part of the document.
                let error = match error.split_once("Go struct field ").and_then(|(before, after)| {
                    let (name, fields) = after.split_once('.')?;
                    Some(format!("{before}Go struct field {name}.metadata.{fields}"))
                }) {
                    Some(within) => within,
                    None => {
                        error.replace("Go value of type", "Go struct field CustomResourceDefinition.metadata of type")
                    }
                };
                self.refuse(error);
            }
        }
    }

    /// Records a `json.UnmarshalTypeError`.
    fn mismatch(&mut self, value: &str, of: GoType) {
        let name = of.name(self.package);
        let text = match self.of {
            Some(within) => format!(
                "json: cannot unmarshal {value} into Go struct field {}.{} of type {name}",
                within.name,
                self.fields.join(".")
            ),
            None => format!("json: cannot unmarshal {value} into Go value of type {name}"),
        };
        self.refuse(text);
    }

    /// Returns the path of the current value.
    fn path(&self) -> PathBuf {
        let elements = self.path.iter().map(|element| match element {
            Element::Field(name) => Element::Field((*name).to_owned()),
            Element::Key(name) => Element::Key((*name).to_owned()),
            Element::Index(index) => Element::Index(*index),
        });
        PathBuf { elements: elements.collect() }
    }

    fn refuse(&mut self, error: String) {
        let path = self.path();
        self.decode_problems.push(DecodeProblem { path, error: Some(error) });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of_schema(schema: &Json) -> Json {
        json!({"spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]}})
    }

    fn error(document: &Json) -> String {
        decode_error(document).and_then(|problem| problem.error).unwrap_or_default()
    }

    #[test]
    fn says_what_go_says() {
        let within = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema";
        for (schema, expected) in [
            (json!({"type": ["a"]}), format!("array into Go struct field {within}.type of type string")),
            (
                json!({"properties": {"a": {"maxLength": "a"}}}),
                format!("string into Go struct field {within}.properties.maxLength of type int64"),
            ),
            (
                json!({"items": {"minLength": 1.5}}),
                format!("number 1.5 into Go struct field {within}.items.minLength of type int64"),
            ),
            (
                json!({"allOf": [{"exclusiveMinimum": 3}]}),
                format!("number into Go struct field {within}.allOf.exclusiveMinimum of type bool"),
            ),
            // Decoding stops at the error inside `items`, so earlier errors are not returned.
            (
                json!({"description": 1, "items": {"properties": {"a": {"type": 3}}}}),
                format!("number into Go struct field {within}.items.properties.type of type string"),
            ),
        ] {
            assert_eq!(error(&of_schema(&schema)), format!("json: cannot unmarshal {expected}"));
        }
        assert_eq!(error(&of_schema(&json!({"additionalProperties": "a"}))), "boolean or JSON schema expected");
        assert_eq!(
            error(&json!({"metadata": {"name": 1}})),
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string"
        );
        assert_eq!(
            error(&json!({"spec": {"scope": 1}})),
            "json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.scope of type \
             v1.ResourceScope"
        );
        assert_eq!(error(&json!([])), "json: cannot unmarshal array into Go value of type v1.CustomResourceDefinition");
        assert_eq!(error(&of_schema(&json!({"items": true, "dependencies": {"a": 1}, "maximum": 1, "not": null}))), "");
    }

    #[test]
    fn unknown_fields_are_told() {
        let document = json!({
            "spec": {"grop": "a", "versions": [{"schema": {"openAPIV3Schema": {"properties": {"a": {"const": 1}}}}}]},
            "metadata": {"nam": "a"}
        });
        let found: Vec<String> =
            decode_problems(&document).into_iter().map(|it| it.into_problem().to_string()).collect();
        assert_eq!(
            found,
            [
                "/metadata/nam: unknown field \"metadata.nam\"",
                "/spec/grop: unknown field \"spec.grop\"",
                "/spec/versions/0/schema/openAPIV3Schema/properties/a/const: unknown field \
                 \"spec.versions[0].schema.openAPIV3Schema.properties.a.const\"",
            ]
        );
        let beta = json!({"apiVersion": "apiextensions.k8s.io/v1beta1", "spec": {"validation": {}, "version": "v1"}});
        assert_eq!(decode_problems(&beta), []);
    }
}
