//! Paths in OpenAPI v3, keys in the order of `k8s.io/kube-openapi/pkg/spec3`.

use idlgen_validate::schema::json::{Dialect, OrderedJson};

use super::{
    super::{documents::object, publication::EXTENSION, reference},
    action::Action,
    operation::{OBJECT_MEDIA, Operation, PATCH_MEDIA, Path},
    parameter::{Parameter, ParameterLocation},
};
use crate::lower::GroupVersionKind;

/// Returns a path and its item.
pub(super) fn path(path: &Path) -> (String, OrderedJson) {
    let mut entries: Vec<(String, OrderedJson)> =
        path.in_order().map(|one| (one.action.method().to_owned(), operation(one))).collect();
    if !path.parameters.is_empty() {
        entries.push(("parameters".to_owned(), parameters(&path.parameters)));
    }
    (path.template.clone(), OrderedJson::Object(entries))
}

fn operation(operation: &Operation) -> OrderedJson {
    let mut entries = vec![
        ("tags", OrderedJson::Array(vec![OrderedJson::string(&operation.tag)])),
        ("description", OrderedJson::string(&operation.description)),
        ("operationId", OrderedJson::string(&operation.id)),
    ];
    let query = operation.action.parameters();
    if !query.is_empty() {
        entries.push(("parameters", parameters(&query)));
    }
    if let Some(body) = &operation.body {
        let media: &[&str] = if operation.action == Action::Patch { &PATCH_MEDIA } else { &["*/*"] };
        let mut request = vec![("content".to_owned(), content(body, media))];
        if operation.needs_body() {
            request.push(("required".to_owned(), OrderedJson::Bool(true)));
        }
        entries.push(("requestBody", OrderedJson::Object(request)));
    }
    entries.push(("responses", responses(operation)));
    entries.extend(extensions(operation));
    OrderedJson::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// Returns the extensions of an operation, which both OpenAPI versions have.
pub(super) fn extensions(operation: &Operation) -> Vec<(&'static str, OrderedJson)> {
    let mut extensions = Vec::new();
    if let Some(action) = operation.action.name() {
        extensions.push(("x-kubernetes-action", OrderedJson::string(action)));
    }
    if let Some(GroupVersionKind { group, version, kind }) = &operation.kind {
        let kind = [("group", group), ("version", version), ("kind", kind)];
        extensions.push((EXTENSION, object(kind.map(|(key, value)| (key, OrderedJson::string(value))))));
    }
    extensions
}

fn responses(operation: &Operation) -> OrderedJson {
    let success = |(status, description): &(u16, &str)| {
        let mut response = vec![("description".to_owned(), OrderedJson::string(*description))];
        if let Some(answer) = &operation.answer {
            response.push(("content".to_owned(), content(answer, &OBJECT_MEDIA)));
        }
        (status.to_string(), OrderedJson::Object(response))
    };
    let mut responses: Vec<(String, OrderedJson)> = operation.action.successes().iter().map(success).collect();
    responses.push(("401".to_owned(), object([("description", OrderedJson::string("Unauthorized"))])));
    OrderedJson::Object(responses)
}

fn content(definition: &str, media: &[&str]) -> OrderedJson {
    let schema = || object([("schema", reference(definition, Dialect::V3))]);
    OrderedJson::Object(media.iter().map(|media| ((*media).to_owned(), schema())).collect())
}

fn parameters(parameters: &[Parameter]) -> OrderedJson {
    OrderedJson::Array(parameters.iter().map(parameter).collect())
}

fn parameter(parameter: &Parameter) -> OrderedJson {
    let mut entries = vec![
        ("name".to_owned(), OrderedJson::string(parameter.name)),
        ("in".to_owned(), OrderedJson::string(parameter.place.name())),
    ];
    if parameter.place == ParameterLocation::Path {
        entries.push(("required".to_owned(), OrderedJson::Bool(true)));
    }
    let schema = [("type", OrderedJson::string(parameter.schema_type)), ("uniqueItems", OrderedJson::Bool(true))];
    entries.push(("schema".to_owned(), object(schema)));
    OrderedJson::Object(entries)
}
