//! Reports everything in a CRD that API servers reject, at the corresponding tags and types.

use idlgen_runtime::field::{Element, Error};
use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition as Document, definition::CrdValidator},
    schema::AdditionalProperties,
};

use crate::{
    diag::Diagnostic,
    emit::{crd::codes::NOT_APPROVED, openapi::codes::REFUSED},
    lower::{
        marker_location,
        origin::{is_of_missing_type, location_of},
    },
    model::{Model, TypeId},
    source::Span,
};

/// The annotation that CRDs in Kubernetes groups require. It can also be added when the CRD is applied.
const APPROVAL: &str = "api-approved.kubernetes.io";

/// Returns everything in a CRD that a server rejects. `schemas` are the schemas of the versions, and `types` are their
/// types.
pub(super) fn rejected(
    document: &Document,
    schemas: &[Schema],
    model: &Model,
    types: &[TypeId],
    judge: &CrdValidator,
    has_embedded_metadata: bool,
) -> Vec<Diagnostic> {
    let errors = judge.validate_new_built(document, schemas);
    let has_expensive_rule = errors.iter().any(is_about_expensive_rule);
    let mut found: Vec<Diagnostic> = Vec::new();
    for error in &errors {
        // The limit for all rules is the next one to check, after each rule is cheap enough.
        if has_expensive_rule && is_about_total_cost(error) {
            continue;
        }
        let Some(mut diagnostic) = diagnostic(error, document, schemas, model, types) else { continue };
        if !has_embedded_metadata && reads_embedded_metadata(error) {
            diagnostic = diagnostic
                .note("by default, the metadata of embedded objects has no fields")
                .help("set `embedded-object-meta = true` in the table `crd` of idlgen.toml, as `idlgen init` does");
        }
        let is_known = |known: &Diagnostic| known.message == diagnostic.message && known.primary == diagnostic.primary;
        // Report an error in a common part of several versions once.
        if !found.iter().any(is_known) {
            found.push(diagnostic);
        }
    }
    found
}

/// Returns a diagnostic, unless the error is about a type that was not found.
fn diagnostic(
    error: &Error,
    document: &Document,
    schemas: &[Schema],
    model: &Model,
    types: &[TypeId],
) -> Option<Diagnostic> {
    let elements = error.path.elements.as_slice();
    let is_field = |element: &Element<String>, name: &str| matches!(element, Element::Field(field) if field == name);
    let versions = elements.iter().position(|element| is_field(element, "versions"));
    let version = versions.and_then(|at| match elements.get(at + 1) {
        Some(Element::Index(index)) => Some(*index),
        _ => None,
    });
    let schema = version.and_then(|version| schemas.get(version));
    let below =
        elements.iter().position(|element| is_field(element, "openAPIV3Schema")).map_or(elements.len(), |at| at + 1);
    let (node, place) = schema.map(|schema| node_at(schema, elements.get(below..).unwrap_or_default())).unzip();
    if node.is_some_and(is_of_missing_type) {
        return None;
    }
    let of_type = || {
        let id = version.and_then(|version| types.get(version)).or_else(|| types.last())?;
        Some(model.type_definition(*id).span)
    };
    let message = format!("API servers reject the CRD for {}: {error}", document.names.kind);
    let lacks_approval = error.detail.contains(APPROVAL);
    let mut diagnostic = Diagnostic::new(if lacks_approval { NOT_APPROVED } else { REFUSED }, message);
    let span = marker_location(model, types, error).or_else(|| place.flatten()).or_else(of_type);
    if let Some(span) = span {
        diagnostic = diagnostic.at(span);
    }
    if lacks_approval {
        diagnostic = diagnostic
            .help(format!("set it with `+kubebuilder:metadata:annotations=\"{APPROVAL}=…\"`, or add it later"));
    }
    Some(diagnostic)
}

/// Returns `true` if the cost of a single rule is too high.
fn is_about_expensive_rule(error: &Error) -> bool {
    error.detail.starts_with("estimated rule cost exceeds")
}

/// Returns `true` if the total cost of all rules is too high.
fn is_about_total_cost(error: &Error) -> bool {
    error.detail.starts_with("x-kubernetes-validations estimated rule cost total")
        || error.detail.starts_with("contributed to estimated rule cost total")
}

/// Returns `true` if a rule reads a field that embedded metadata has only with `generateEmbeddedObjectMeta`.
fn reads_embedded_metadata(error: &Error) -> bool {
    let is_unknown = |name: &&str| error.detail.contains(&format!("undefined field '{name}'"));
    error.detail.contains(".metadata.")
        && ["annotations", "finalizers", "labels", "name", "namespace"].iter().any(is_unknown)
}

/// Returns the innermost existing node on a path, and its location.
fn node_at<'s>(schema: &'s Schema, path: &[Element<String>]) -> (&'s Schema, Option<Span>) {
    let mut node = schema;
    let mut place = None;
    let mut rest = path;
    loop {
        let keyword = match rest.first() {
            Some(Element::Field(keyword)) => keyword.as_str(),
            _ => "",
        };
        place = location_of(&node.origin, keyword, 0).or(place);
        let (next, taken) = match (keyword, rest.get(1)) {
            ("properties", Some(Element::Key(name))) => (node.properties.get(name), 2),
            ("items", _) => (node.items.as_deref(), 1),
            ("x-kubernetes-validations", Some(Element::Index(index))) => {
                let rule = node.extensions.validations.get(*index);
                place = rule.and_then(|rule| location_of(&rule.origin, keyword, 0)).or(place);
                (None, 1)
            }
            ("additionalProperties", _) => match &node.additional_properties {
                Some(AdditionalProperties::Schema(values)) => (Some(&**values), 1),
                _ => (None, 1),
            },
            _ => (None, 1),
        };
        match next {
            Some(next) => node = next,
            None => return (node, place),
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
}
