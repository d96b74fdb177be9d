//! Server responses: a Kubernetes `Status` for each object, one per line (`k8s.io/apimachinery/pkg/api/errors`).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::cases::{Case, Cases};
use crate::diag::{Decoding, Diagnostic, ObjectReference, Severity};

/// Formats the lines.
pub(super) fn document(cases: &Cases, failures: &[String]) -> String {
    let mut text = String::new();
    // Objects that were not validated have no response, and warnings are not part of one.
    for case in cases.cases.iter().filter(|case| case.has_errors() || (case.object.is_some() && !case.is_skipped())) {
        text.push_str(&idlgen_runtime::go::to_json(&status(case)));
        text.push('\n');
    }
    for failure in failures {
        let body = answer("InternalError", 500, failure, None, Vec::new());
        text.push_str(&idlgen_runtime::go::to_json(&body));
        text.push('\n');
    }
    text
}

fn status(case: &Case) -> Value {
    let findings = case.findings.iter().map(|finding| &finding.diagnostic);
    let errors: Vec<&Diagnostic> = findings.filter(|finding| finding.severity == Severity::Error).collect();
    let object = case.reference();
    let errors = in_order(&errors);
    let is_cause = |finding: &&&Diagnostic| reason(finding).is_some();
    let causes: Vec<&Diagnostic> = errors.iter().filter(is_cause).copied().collect();
    if errors.is_empty() {
        let mut body = json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"});
        if let (Some(details), Some(members)) = (object.map(details), body.as_object_mut()) {
            members.insert("details".to_owned(), details.into());
        }
        return body;
    }
    if causes.len() < errors.len() || object.is_none() {
        // The request cannot be decoded, so the response contains all decoding errors and none of validation.
        let errors: Vec<&Diagnostic> = errors.into_iter().filter(|error| reason(error).is_none()).collect();
        // Such a response names no object: `errors.NewBadRequest` has no details.
        return answer("BadRequest", 400, &unreadable(&errors, object), None, Vec::new());
    }
    let group = object.map(group).unwrap_or_default();
    let kind = object.map_or("", |object| object.kind.as_str());
    let qualified = if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") };
    let name = object.map_or("", |object| object.name.as_str());
    let mut said = BTreeSet::new();
    let each = causes.iter().map(|error| error.message.as_str());
    let messages: Vec<&str> = each.filter(|message| said.insert(*message)).collect();
    let all = messages.join(", ");
    let all = if messages.len() == 1 { all } else { format!("[{all}]") };
    let message = format!("{qualified} {} is invalid: {all}", idlgen_runtime::go::quote(name));
    answer("Invalid", 422, &message, object, causes.into_iter().map(cause).collect())
}

/// Returns the errors in the order of the server's causes, including repeated ones, followed by errors without a cause.
fn in_order<'d>(errors: &[&'d Diagnostic]) -> Vec<&'d Diagnostic> {
    let each = errors.iter().flat_map(|error| {
        let causes = error.object.as_ref().map_or(&[][..], |object| object.causes.as_slice());
        let indices = if causes.is_empty() { &[usize::MAX][..] } else { causes };
        indices.iter().map(move |index| (*index, *error))
    });
    let mut each: Vec<(usize, &Diagnostic)> = each.collect();
    each.sort_by_key(|(index, _)| *index);
    each.into_iter().map(|(_, error)| error).collect()
}

/// Formats the decoding error of a request: a value that cannot be decoded, or all errors of a strict decoder
/// (`transformDecodeError` of `k8s.io/apiserver/pkg/endpoints/handlers`).
fn unreadable(errors: &[&Diagnostic], object: Option<&ObjectReference>) -> String {
    let decoding = |error: &Diagnostic| error.object.as_ref().and_then(|object| object.decoding);
    let messages = |errors: &[&Diagnostic]| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        messages.join(", ")
    };
    let Some(ObjectReference { api_version, kind, .. }) = object.filter(|object| !object.kind.is_empty()) else {
        return messages(errors);
    };
    let version = api_version.rsplit('/').next().unwrap_or_default();
    let head = format!("{kind} in version {} cannot be handled as a {kind}: ", idlgen_runtime::go::quote(version));
    if let Some(failed) = errors.iter().find(|error| decoding(error) == Some(Decoding::Failed)) {
        // For a built-in kind, the message already contains the heading.
        let said = failed.message.strip_prefix(&head).unwrap_or(&failed.message);
        return head + said;
    }
    if errors.iter().all(|error| decoding(error) == Some(Decoding::Strict)) {
        return format!("{head}strict decoding error: {}", messages(errors));
    }
    messages(errors)
}

/// Returns the reason of a field error, if the finding is one.
fn reason(finding: &Diagnostic) -> Option<&'static str> {
    finding.object.as_ref().and_then(|object| object.reason)
}

fn cause(finding: &Diagnostic) -> Value {
    let field = finding.object.as_ref().and_then(|object| object.field.as_deref()).unwrap_or_default();
    let message = finding.message.strip_prefix(field).and_then(|rest| rest.strip_prefix(": "));
    json!({
        "reason": reason(finding).unwrap_or_default(),
        "message": message.unwrap_or(&finding.message),
        "field": field,
    })
}

fn answer(reason: &str, code: u16, message: &str, object: Option<&ObjectReference>, causes: Vec<Value>) -> Value {
    let mut body = json!({
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": message, "reason": reason, "code": code,
    });
    let mut own = object.map(details).unwrap_or_default();
    if !causes.is_empty() {
        own.insert("causes".to_owned(), causes.into());
    }
    if let (false, Some(members)) = (own.is_empty(), body.as_object_mut()) {
        members.insert("details".to_owned(), own.into());
    }
    body
}

fn details(object: &ObjectReference) -> Map<String, Value> {
    let said = [("name", object.name.as_str()), ("group", group(object)), ("kind", object.kind.as_str())];
    let said = said.into_iter().filter(|(_, value)| !value.is_empty());
    said.map(|(name, value)| (name.to_owned(), value.into())).collect()
}

fn group(object: &ObjectReference) -> &str {
    object.api_version.split_once('/').map_or("", |(group, _)| group)
}
