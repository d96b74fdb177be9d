//! Go type names of schemas, as decoding errors print them (`reflect.Type.String`).
//!
//! Most follow from the schema. Otherwise, the schema contains the name under [`GO_TYPE`].

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, Extensions, SchemaType},
};

/// The extension with the Go type of a value.
pub const GO_TYPE: &str = "x-go-type";

/// The extension with the names of the embedded structs of a property, separated by dots, if decoding errors contain
/// them.
pub const EMBEDDED: &str = "x-go-embedded";

/// Returns the extensions with the Go type of a value.
pub(super) fn extensions(go_text: &str) -> Extensions {
    Extensions { other: [(GO_TYPE.to_owned(), go_text.into())].into(), ..Extensions::default() }
}

/// A Go type with a custom decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// `k8s.io/apimachinery/pkg/api/resource.Quantity`.
    Quantity,
    /// `k8s.io/apimachinery/pkg/apis/meta/v1.Time`.
    Time,
    /// `k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime`.
    MicroTime,
    /// `k8s.io/apimachinery/pkg/apis/meta/v1.Duration`.
    Duration,
    /// `k8s.io/apimachinery/pkg/util/intstr.IntOrString`.
    IntOrString,
    /// Any value: raw JSON, interfaces, and the CRD types that accept several JSON types.
    Anything,
}

const READERS: [(&str, Reader); 14] = [
    ("resource.Quantity", Reader::Quantity),
    ("v1.Time", Reader::Time),
    ("v1.MicroTime", Reader::MicroTime),
    ("v1.Duration", Reader::Duration),
    ("intstr.IntOrString", Reader::IntOrString),
    ("runtime.RawExtension", Reader::Anything),
    ("v1.FieldsV1", Reader::Anything),
    ("interface {}", Reader::Anything),
    ("v1.JSON", Reader::Anything),
    ("v1.JSONSchemaPropsOrBool", Reader::Anything),
    ("v1.JSONSchemaPropsOrArray", Reader::Anything),
    ("v1.JSONSchemaPropsOrStringArray", Reader::Anything),
    ("runtime.Object", Reader::Anything),
    ("json.RawMessage", Reader::Anything),
];

/// Returns the custom decoder of a Go type, if it has one.
pub(super) fn reader(go_text: &str) -> Option<Reader> {
    READERS.iter().find(|(name, _)| *name == go_text).map(|(_, reader)| *reader)
}

/// Returns the name of a schema's Go type: that of the extension, otherwise the one that follows from the schema.
pub fn go_text(schema: &Schema) -> String {
    if let Some(said) = schema.extensions.other.get(GO_TYPE).and_then(|said| said.as_str()) {
        return said.to_owned();
    }
    if let Some(name) = &schema.reference {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    let format = schema.format();
    match schema.schema_type {
        Some(SchemaType::Boolean) => "bool".to_owned(),
        Some(SchemaType::Integer) if format == Some("int64") => "int64".to_owned(),
        Some(SchemaType::Integer) => "int32".to_owned(),
        Some(SchemaType::Number) => "float64".to_owned(),
        Some(SchemaType::String) if format == Some("byte") => "[]uint8".to_owned(),
        Some(SchemaType::String) => "string".to_owned(),
        Some(SchemaType::Array) => {
            format!("[]{}", schema.items.as_deref().map_or_else(|| "interface {}".to_owned(), go_text))
        }
        Some(SchemaType::Object) => match &schema.additional_properties {
            Some(AdditionalProperties::Schema(values)) => format!("map[string]{}", go_text(values)),
            _ => "interface {}".to_owned(),
        },
        None => "interface {}".to_owned(),
    }
}

/// Restores information that the JSON of a schema does not contain: which defaults are only documentation, and which
/// branch of `allOf` is the Go type of the value. Adds every referenced definition to `names`.
pub(super) fn restore(schema: &mut Schema, names: &mut Vec<String>) {
    // In JSON, the type is in a separate branch if a field adds keywords, as with `+k8s:subfield`.
    if schema.reference.is_none() && schema.schema_type.is_none() {
        schema.reference = schema.all_of.iter_mut().find_map(|branch| branch.reference.take());
        schema.all_of.retain(|branch| *branch != Schema::default());
    }
    names.extend(schema.reference.clone());
    if let Some(default) = &mut schema.default {
        default.implicit = default.value.as_object().is_some_and(serde_json::Map::is_empty);
    }
    let Schema { properties, items, additional_properties, all_of, any_of, one_of, not, .. } = schema;
    for part in properties.values_mut() {
        restore(part, names);
    }
    for part in [items, not].into_iter().flatten() {
        restore(part, names);
    }
    if let Some(AdditionalProperties::Schema(values)) = additional_properties {
        restore(values, names);
    }
    for part in [all_of, any_of, one_of].into_iter().flatten() {
        restore(part, names);
    }
}
