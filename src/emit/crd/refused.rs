//! What API servers refuse of whole definitions, at the tags and types that say it.

use idlgen_runtime::field::{Element, Error};
use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition as Document, definition::Judge},
    schema::AdditionalProperties,
};

use crate::{
    diag::Diagnostic,
    emit::{crd::codes::NOT_APPROVED, openapi::codes::REFUSED},
    lower::node::origin::place_of,
    source::Span,
};

/// The annotation that definitions of groups of Kubernetes need. Who applies the definition may add it.
const APPROVAL: &str = "api-approved.kubernetes.io";

/// What a server of Kubernetes 1.`kubernetes_minor` refuses. `schemas` are those of the versions, `spans` where their
/// types are.
pub(super) fn refused(
    document: &Document,
    schemas: &[Schema],
    spans: &[Span],
    kubernetes_minor: u16,
) -> Vec<Diagnostic> {
    let judgement = Judge::new(kubernetes_minor).create(document);
    let mut found: Vec<Diagnostic> = Vec::new();
    for error in &judgement.errors {
        let diagnostic = diagnostic(error, document, schemas, spans);
        let is_known = |known: &Diagnostic| known.message == diagnostic.message && known.primary == diagnostic.primary;
        // What versions have in common is wrong once.
        if !found.iter().any(is_known) {
            found.push(diagnostic);
        }
    }
    found
}

fn diagnostic(error: &Error, document: &Document, schemas: &[Schema], spans: &[Span]) -> Diagnostic {
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
    let place = schema.and_then(|schema| place_in(schema, elements.get(below..).unwrap_or_default()));
    let of_type = || version.and_then(|version| spans.get(version)).or_else(|| spans.last()).copied();
    let message = format!("API servers refuse the definition of {}: {error}", document.names.kind);
    let lacks_approval = error.detail.contains(APPROVAL);
    let mut diagnostic = Diagnostic::new(if lacks_approval { NOT_APPROVED } else { REFUSED }, message);
    if let Some(span) = place.or_else(of_type) {
        diagnostic = diagnostic.at(span);
    }
    if lacks_approval {
        diagnostic = diagnostic
            .note(format!("say it with `+kubebuilder:metadata:annotations=\"{APPROVAL}=…\"`, or add it later"));
    }
    diagnostic
}

/// Where the innermost node on a path is said.
fn place_in(schema: &Schema, path: &[Element<String>]) -> Option<Span> {
    let mut node = schema;
    let mut place = None;
    let mut rest = path;
    loop {
        let keyword = match rest.first() {
            Some(Element::Field(keyword)) => keyword.as_str(),
            _ => "",
        };
        place = place_of(&node.origin, keyword).or(place);
        let (next, taken) = match (keyword, rest.get(1)) {
            ("properties", Some(Element::Key(name))) => (node.properties.get(name), 2),
            ("items", _) => (node.items.as_deref(), 1),
            ("additionalProperties", _) => match &node.additional_properties {
                Some(AdditionalProperties::Schema(values)) => (Some(&**values), 1),
                _ => (None, 1),
            },
            _ => (None, 1),
        };
        match next {
            Some(next) => node = next,
            None => return place,
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
}
