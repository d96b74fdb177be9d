//! Reports objects without an apiVersion or a kind, or with one that is not a string.

use idlgen_yaml::{Content, Node};

use super::{catalog::Catalog, codes::NOT_AN_OBJECT, findings::ObjectInFile, kinds::Identity};
use crate::diag::Diagnostic;

/// Returns the problems of an object whose kind is unknown because its apiVersion or its kind is missing or mistyped.
pub(super) fn without_kind(place: &ObjectInFile<'_>, identity: &Identity, catalog: &Catalog<'_>) -> Vec<Diagnostic> {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for (name, value) in [("apiVersion", &identity.api_version), ("kind", &identity.kind)] {
        if !value.is_empty() {
            continue;
        }
        match place.object.get(name).and_then(|node| mistyped(place, name, node)) {
            Some(diagnostic) => found.push(diagnostic),
            None => missing.push(name),
        }
    }
    if !missing.is_empty() {
        let missing = missing.join(" and ");
        let or_type = if catalog.is_go() { ", or specify the Go type with `--type`" } else { "" };
        let or_exclude = ", or skip a file that has no Kubernetes objects with `--exclude PATTERN`";
        let diagnostic = Diagnostic::new(NOT_AN_OBJECT, format!("this object has no {missing}")).at(place.kind());
        found.push(diagnostic.help(format!("add {missing}{or_type}{or_exclude}")));
    }
    found
}

/// Reports a value that is not a string, unless it is null, which is the same as a missing value.
fn mistyped(place: &ObjectInFile<'_>, name: &str, node: &Node) -> Option<Diagnostic> {
    let json_type = match &node.content {
        Content::Null | Content::String(_) => return None,
        Content::Bool(_) => "a boolean",
        Content::Int(_) | Content::Float(_) => "a number",
        Content::List(_) => "a list",
        Content::Map(_) => "an object",
    };
    let example = if name == "kind" { "a kind such as `Deployment`" } else { "a version such as `v1` or `apps/v1`" };
    let is_scalar = !matches!(node.content, Content::List(_) | Content::Map(_));
    let quoted = if is_scalar { format!("quote it (`\"{}\"`), or ", place.written(&node.span)) } else { String::new() };
    let diagnostic = Diagnostic::new(NOT_AN_OBJECT, format!("`{name}` is {json_type}, not a string"));
    Some(diagnostic.at(place.span(&node.span)).help(format!("{quoted}write {example}")))
}
