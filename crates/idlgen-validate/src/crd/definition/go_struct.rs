//! Formats complete schemas and lists of versions like Go prints their types in error messages: with Go field names and
//! all fields, in the order of the struct (k8s.io/apiextensions-apiserver/pkg/apis/apiextensions).

use idlgen_runtime::go;
use serde_json::Value as Json;

use super::{
    internal::Internal,
    source::Source,
    view::{Additional, View},
};
use crate::crd::{
    Scale,
    document::{PrinterColumn, SelectableField, Subresources, Version},
};

/// The Go type of a field.
#[derive(Clone, Copy)]
enum Held {
    Text,
    OptionalText,
    Flag,
    OptionalFlag,
    Value,
    Number,
    Values,
    Texts,
    Items,
    Schemas,
    Schema,
    Entries,
    Additional,
    Dependencies,
    ExternalDocs,
    Rules,
}

/// The fields of the struct in order: the keyword, the Go name and the Go type.
const FIELDS: &[(&str, &str, Held)] = &[
    ("id", "ID", Held::Text),
    ("$schema", "Schema", Held::Text),
    ("$ref", "Ref", Held::OptionalText),
    ("description", "Description", Held::Text),
    ("type", "Type", Held::Text),
    ("nullable", "Nullable", Held::Flag),
    ("format", "Format", Held::Text),
    ("title", "Title", Held::Text),
    ("default", "Default", Held::Value),
    ("maximum", "Maximum", Held::Number),
    ("exclusiveMaximum", "ExclusiveMaximum", Held::Flag),
    ("minimum", "Minimum", Held::Number),
    ("exclusiveMinimum", "ExclusiveMinimum", Held::Flag),
    ("maxLength", "MaxLength", Held::Number),
    ("minLength", "MinLength", Held::Number),
    ("pattern", "Pattern", Held::Text),
    ("maxItems", "MaxItems", Held::Number),
    ("minItems", "MinItems", Held::Number),
    ("uniqueItems", "UniqueItems", Held::Flag),
    ("multipleOf", "MultipleOf", Held::Number),
    ("enum", "Enum", Held::Values),
    ("maxProperties", "MaxProperties", Held::Number),
    ("minProperties", "MinProperties", Held::Number),
    ("required", "Required", Held::Texts),
    ("items", "Items", Held::Items),
    ("allOf", "AllOf", Held::Schemas),
    ("oneOf", "OneOf", Held::Schemas),
    ("anyOf", "AnyOf", Held::Schemas),
    ("not", "Not", Held::Schema),
    ("properties", "Properties", Held::Entries),
    ("additionalProperties", "AdditionalProperties", Held::Additional),
    ("patternProperties", "PatternProperties", Held::Entries),
    ("dependencies", "Dependencies", Held::Dependencies),
    ("additionalItems", "AdditionalItems", Held::Additional),
    ("definitions", "Definitions", Held::Entries),
    ("externalDocs", "ExternalDocs", Held::ExternalDocs),
    ("example", "Example", Held::Value),
    ("x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", Held::OptionalFlag),
    ("x-kubernetes-embedded-resource", "XEmbeddedResource", Held::Flag),
    ("x-kubernetes-int-or-string", "XIntOrString", Held::Flag),
    ("x-kubernetes-list-map-keys", "XListMapKeys", Held::Texts),
    ("x-kubernetes-list-type", "XListType", Held::OptionalText),
    ("x-kubernetes-map-type", "XMapType", Held::OptionalText),
    ("x-kubernetes-validations", "XValidations", Held::Rules),
];

/// Returns the Go names of the keywords that a schema contains, in the order of the struct. Includes keywords with
/// empty values.
pub(super) fn names_of_set_fields(schema: View<'_>) -> Vec<&'static str> {
    let own = schema.own_keywords();
    let is_set = |keyword: &str, held: Held| match (own.get(keyword), held) {
        (None | Some(Json::Null), _) => false,
        (Some(value), Held::Text) => value.as_str().is_some_and(|text| !text.is_empty()),
        (Some(value), Held::Flag) => value.as_bool() == Some(true),
        (Some(_), _) => true,
    };
    FIELDS.iter().filter(|(keyword, _, held)| is_set(keyword, *held)).map(|(_, name, _)| *name).collect()
}

/// Formats a schema.
pub(super) fn schema(view: View<'_>) -> String {
    let json = view.json();
    let source = Source::or_empty(&json);
    object(FIELDS.iter().map(|(keyword, name, held)| (*name, field(source, keyword, *held))))
}

/// Formats `items` of a schema.
pub(super) fn items(view: View<'_>) -> String {
    field(Source::or_empty(&view.json()), "items", Held::Items)
}

fn field(source: Source<'_>, keyword: &'static str, held: Held) -> String {
    let view = View::Source(source);
    let Some(json) = source.get(keyword) else {
        return match held {
            Held::Text => "\"\"".to_owned(),
            Held::Flag => "false".to_owned(),
            _ => "null".to_owned(),
        };
    };
    match held {
        Held::Text
        | Held::OptionalText
        | Held::Flag
        | Held::OptionalFlag
        | Held::Value
        | Held::Number
        | Held::Values
        | Held::Texts => go::to_json(json),
        Held::Items => view.items().map_or_else(null, |items| {
            let list = json.is_array().then(|| items.list.iter().copied().map(schema));
            object([("Schema", items.schema.map_or_else(null, schema)), ("JSONSchemas", list.map_or_else(null, array))])
        }),
        Held::Schemas => array(view.branches(keyword).into_iter().map(schema)),
        Held::Schema => view.schema(keyword).map_or_else(null, schema),
        Held::Entries => map(view.entries(keyword).into_iter().map(|(name, inside)| (name, schema(inside)))),
        Held::Additional => view.additional(keyword).map_or_else(null, |Additional { allows, schema: inside }| {
            object([("Allows", allows.to_string()), ("Schema", inside.map_or_else(null, schema))])
        }),
        Held::Dependencies => dependencies(json),
        Held::ExternalDocs => {
            let text = |name: &str| quote(json.get(name).and_then(Json::as_str).unwrap_or_default());
            object([("Description", text("description")), ("URL", text("url"))])
        }
        Held::Rules => array(json.as_array().into_iter().flatten().map(rule)),
    }
}

fn dependencies(json: &Json) -> String {
    map(json.as_object().into_iter().flat_map(go::sorted_members).map(|(name, json)| {
        let inside = View::new(json).map_or_else(null, schema);
        let names = if json.is_array() { go::to_json(json) } else { null() };
        (name.as_str(), object([("Schema", inside), ("Property", names)]))
    }))
}

fn rule(json: &Json) -> String {
    let text = |name: &str| quote(json.get(name).and_then(Json::as_str).unwrap_or_default());
    let optional = |name: &str| json.get(name).map_or_else(null, go::to_json);
    object([
        ("Rule", text("rule")),
        ("Message", text("message")),
        ("MessageExpression", text("messageExpression")),
        ("Reason", optional("reason")),
        ("FieldPath", text("fieldPath")),
        ("OptionalOldSelf", optional("optionalOldSelf")),
    ])
}

/// Formats `spec.versions`.
pub(super) fn versions(internal: &Internal<'_>) -> String {
    array(internal.definition.versions.iter().map(|version| {
        let Version { name, served, storage, deprecated, deprecation_warning, .. } = version;
        let schema = internal.schema_of(version);
        let columns = internal.columns_of(version);
        let fields = internal.selectable_fields_of(version);
        object([
            ("Name", quote(name)),
            ("Served", served.to_string()),
            ("Storage", storage.to_string()),
            ("Deprecated", deprecated.to_string()),
            ("DeprecationWarning", deprecation_warning.as_deref().map_or_else(null, quote)),
            ("Schema", schema.map_or_else(null, |view| object([("OpenAPIV3Schema", self::schema(view))]))),
            ("Subresources", internal.subresources_of(version).map_or_else(null, subresources)),
            ("AdditionalPrinterColumns", list(columns, column)),
            ("SelectableFields", list(fields, selectable_field)),
        ])
    }))
}

fn subresources(subresources: &Subresources) -> String {
    let Subresources { status, scale } = subresources;
    let scale = scale.as_ref().map_or_else(null, |scale| {
        let Scale { spec_replicas_path, status_replicas_path, label_selector_path } = scale;
        object([
            ("SpecReplicasPath", quote(spec_replicas_path)),
            ("StatusReplicasPath", quote(status_replicas_path)),
            ("LabelSelectorPath", label_selector_path.as_deref().map_or_else(null, quote)),
        ])
    });
    object([("Status", if *status { "{}".to_owned() } else { null() }), ("Scale", scale)])
}

fn column(column: &PrinterColumn) -> String {
    let PrinterColumn { name, column_type, format, description, priority, json_path } = column;
    object([
        ("Name", quote(name)),
        ("Type", quote(column_type)),
        ("Format", quote(format)),
        ("Description", quote(description)),
        ("Priority", priority.to_string()),
        ("JSONPath", quote(json_path)),
    ])
}

fn selectable_field(field: &SelectableField) -> String {
    object([("JSONPath", quote(&field.json_path))])
}

fn quote(text: &str) -> String {
    go::to_json(&Json::from(text))
}

fn null() -> String {
    "null".to_owned()
}

fn list<T>(elements: &[T], print: fn(&T) -> String) -> String {
    if elements.is_empty() { null() } else { array(elements.iter().map(print)) }
}

fn array(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(","))
}

fn object(fields: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}

fn map<'n>(entries: impl Iterator<Item = (&'n str, String)>) -> String {
    let entries: Vec<String> = entries.map(|(name, value)| format!("{}:{value}", quote(name))).collect();
    format!("{{{}}}", entries.join(","))
}
