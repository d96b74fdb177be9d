//! Object `metadata` (`k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta`): its fields and the checks of servers.

use idlgen_validate::schema::json::OrderedJson;

use super::{
    format::{LABEL, SUBDOMAIN},
    options::JsonSchemaOptions,
};

/// The name of the definition.
pub(super) const NAME: &str = "ObjectMeta";

/// The pattern for the kind of an embedded object.
pub(super) const KIND: &str = "^[A-Za-z](?:[-A-Za-z0-9]*[A-Za-z0-9])?$";
/// The pattern for the apiVersion of an embedded object.
pub(super) const API_VERSION: &str = "^(?:[^/]+|[^/]*/[^/]*)$";

const LABEL_VALUE: &str = "^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$";
const QUALIFIED_NAME: &str = concat!(
    r"^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*/)?",
    "[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$",
);

/// Returns additional requirements for the metadata of an entire object.
pub(super) fn of_resource(is_native: bool) -> Vec<(String, OrderedJson)> {
    let named = |name: &str| {
        let text = if is_native || name != "name" {
            object([("minLength", number(1))])
        } else {
            object([("minLength", number(1)), ("maxLength", number(253)), ("pattern", OrderedJson::string(SUBDOMAIN))])
        };
        let required = OrderedJson::Array(vec![OrderedJson::string(name)]);
        object([("required", required), ("properties", object([(name, typed_as("string", text))]))])
    };
    vec![("anyOf".to_owned(), OrderedJson::Array(vec![named("name"), named("generateName")]))]
}

/// Returns the definition of `metadata`, in which null is treated as missing everywhere.
pub(super) fn definition(options: &JsonSchemaOptions) -> OrderedJson {
    let text = || typed("string");
    let label = OrderedJson::string(LABEL);
    let namespace = with(text(), vec![("maxLength", number(63)), ("pattern", label)]);
    let value = with(text(), vec![("maxLength", number(63)), ("pattern", OrderedJson::string(LABEL_VALUE))]);
    let keys = || object([("pattern", OrderedJson::string(QUALIFIED_NAME))]);
    let map = |values| with(typed("object"), vec![("additionalProperties", values), ("propertyNames", keys())]);
    let list = |items| with(typed("array"), vec![("items", items)]);
    let time = || with(text(), vec![("format", OrderedJson::string("date-time"))]);
    let structure = |fields: Vec<(&str, OrderedJson)>, required: &[&str]| {
        let mut entries = vec![("properties", object(fields))];
        if !required.is_empty() {
            let names = required.iter().map(|name| OrderedJson::string(*name)).collect();
            entries.push(("required", OrderedJson::Array(names)));
        }
        if !options.is_open {
            entries.push(("additionalProperties", OrderedJson::Bool(false)));
        }
        with(typed("object"), entries)
    };
    let filled = || typed_as("string", object([("minLength", number(1))]));
    let owner = vec![
        ("apiVersion", filled()),
        ("blockOwnerDeletion", typed("boolean")),
        ("controller", typed("boolean")),
        ("kind", filled()),
        ("name", filled()),
        ("uid", filled()),
    ];
    let entry = vec![
        ("apiVersion", text()),
        ("fieldsType", text()),
        ("fieldsV1", OrderedJson::Bool(true)),
        ("manager", text()),
        ("operation", text()),
        ("subresource", text()),
        ("time", time()),
    ];
    structure(
        vec![
            ("annotations", map(text())),
            ("creationTimestamp", time()),
            ("deletionGracePeriodSeconds", typed("integer")),
            ("deletionTimestamp", time()),
            ("finalizers", list(text())),
            ("generateName", text()),
            ("generation", typed("integer")),
            ("labels", map(value)),
            ("managedFields", list(structure(entry, &[]))),
            ("name", text()),
            ("namespace", namespace),
            ("ownerReferences", list(structure(owner, &["apiVersion", "kind", "name", "uid"]))),
            ("resourceVersion", text()),
            ("selfLink", text()),
            ("uid", text()),
        ],
        &[],
    )
}

/// Returns a schema for a type or null.
fn typed(name: &str) -> OrderedJson {
    let types = [name, "null"].map(OrderedJson::string);
    object([("type", OrderedJson::Array(types.to_vec()))])
}

fn typed_as(name: &str, more: OrderedJson) -> OrderedJson {
    let mut entries = vec![("type".to_owned(), OrderedJson::string(name))];
    if let OrderedJson::Object(more) = more {
        entries.extend(more);
    }
    OrderedJson::Object(entries)
}

fn with(schema: OrderedJson, more: Vec<(&str, OrderedJson)>) -> OrderedJson {
    let OrderedJson::Object(mut entries) = schema else { return schema };
    entries.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    OrderedJson::Object(entries)
}

fn object<'k>(entries: impl IntoIterator<Item = (&'k str, OrderedJson)>) -> OrderedJson {
    OrderedJson::Object(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn number(value: i64) -> OrderedJson {
    OrderedJson::Number(idlgen_runtime::value::Number::Int(value))
}
