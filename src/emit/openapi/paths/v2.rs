//! Paths in OpenAPI v2, keys in the order of `k8s.io/kube-openapi/pkg/validation/spec`.

use idlgen_validate::schema::json::{Dialect, OrderedJson};

use super::{
    super::{documents::object, reference},
    action::Action,
    operation::{OBJECT_MEDIA, Operation, PATCH_MEDIA, Path},
    parameter::{Parameter, ParameterLocation},
    v3::extensions,
};

/// Returns a path and its item.
pub(super) fn path(path: &Path) -> (String, OrderedJson) {
    let mut entries: Vec<(String, OrderedJson)> =
        path.in_order().map(|one| (one.action.method().to_owned(), operation(one))).collect();
    if !path.parameters.is_empty() {
        entries.push(("parameters".to_owned(), OrderedJson::Array(path.parameters.iter().map(parameter).collect())));
    }
    (path.template.clone(), OrderedJson::Object(entries))
}

fn operation(operation: &Operation) -> OrderedJson {
    let sent: &[&str] = match operation.action {
        Action::Patch => &PATCH_MEDIA,
        _ => &OBJECT_MEDIA,
    };
    let mut entries = vec![
        ("description", OrderedJson::string(&operation.description)),
        ("consumes", texts(sent)),
        ("produces", texts(&OBJECT_MEDIA)),
        ("schemes", texts(&["https"])),
        ("tags", texts(&[operation.tag.as_str()])),
        ("operationId", OrderedJson::string(&operation.id)),
    ];
    let body = operation.body.as_deref().map(|definition| body(operation, definition));
    let parameters: Vec<OrderedJson> =
        body.into_iter().chain(operation.action.parameters().iter().map(parameter)).collect();
    if !parameters.is_empty() {
        entries.push(("parameters", OrderedJson::Array(parameters)));
    }
    entries.push(("responses", responses(operation)));
    entries.extend(extensions(operation));
    OrderedJson::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn body(operation: &Operation, definition: &str) -> OrderedJson {
    let mut entries =
        vec![("name".to_owned(), OrderedJson::string("body")), ("in".to_owned(), OrderedJson::string("body"))];
    if operation.needs_body() {
        entries.push(("required".to_owned(), OrderedJson::Bool(true)));
    }
    entries.push(("schema".to_owned(), reference(definition, Dialect::V2)));
    OrderedJson::Object(entries)
}

fn responses(operation: &Operation) -> OrderedJson {
    let success = |(status, description): &(u16, &str)| {
        let mut response = vec![("description".to_owned(), OrderedJson::string(*description))];
        if let Some(answer) = &operation.answer {
            response.push(("schema".to_owned(), reference(answer, Dialect::V2)));
        }
        (status.to_string(), OrderedJson::Object(response))
    };
    let mut responses: Vec<(String, OrderedJson)> = operation.action.successes().iter().map(success).collect();
    responses.push(("401".to_owned(), object([("description", OrderedJson::string("Unauthorized"))])));
    OrderedJson::Object(responses)
}

fn parameter(parameter: &Parameter) -> OrderedJson {
    let mut entries = vec![
        ("uniqueItems".to_owned(), OrderedJson::Bool(true)),
        ("type".to_owned(), OrderedJson::string(parameter.schema_type)),
        ("name".to_owned(), OrderedJson::string(parameter.name)),
        ("in".to_owned(), OrderedJson::string(parameter.place.name())),
    ];
    if parameter.place == ParameterLocation::Path {
        entries.push(("required".to_owned(), OrderedJson::Bool(true)));
    }
    OrderedJson::Object(entries)
}

fn texts(texts: &[&str]) -> OrderedJson {
    OrderedJson::Array(texts.iter().map(|text| OrderedJson::string(*text)).collect())
}
