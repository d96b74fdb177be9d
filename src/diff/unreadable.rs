//! Reports CRDs that cannot be compared because a part of them is unreadable.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, document::DecodeProblem},
    schema::ProblemKind,
};
use idlgen_yaml::Positions;

use crate::{
    diag::{Diagnostic, Severity},
    objects::codes::UNREAD_SCHEMA,
    source::{FileId, Span},
};

/// Minimum depth of a document whose schemas may be too deep to read.
const DEEP: usize = 128;

/// Returns an error for each unreadable part of a CRD, and a warning for a repeated version. Like API servers, ignores
/// unknown fields.
pub(super) fn problems(
    positions: &Positions,
    definition: &CustomResourceDefinition,
    found: Vec<DecodeProblem>,
    file: FileId,
) -> Vec<Diagnostic> {
    let error = |message: String, path: &PathBuf| {
        let found = positions.find(path);
        let range = found.key.unwrap_or(found.span);
        let mut error = Diagnostic::new(UNREAD_SCHEMA, message).at(Span::new(file, range.start, range.end));
        error.severity = Severity::Error;
        error
    };
    let found = found.into_iter().filter_map(|problem| Some(error(problem.error?, &problem.path)));
    let mut errors: Vec<Diagnostic> = found.collect();
    let below =
        |names: &[&str]| PathBuf { elements: names.iter().map(|name| Element::Field((*name).into())).collect() };
    if !errors.is_empty() {
        return errors;
    }
    if definition.names.kind.is_empty() {
        let message = "a CustomResourceDefinition without `spec.names.kind` cannot be compared";
        errors.push(error(message.to_owned(), &below(&["spec", "names"])));
    } else if definition.versions.is_empty() {
        let message = format!("the CRD of {} has no versions to compare", definition.names.kind);
        errors.push(error(message, &below(&["spec"])));
    }
    for (index, version) in definition.versions.iter().enumerate() {
        let first = definition.versions.iter().position(|other| other.name == version.name);
        if first != Some(index) {
            let (kind, name) = (&definition.names.kind, &version.name);
            let message =
                format!("only the first version `{name}` of {kind} is compared, because servers reject others");
            let mut path = below(&["spec", "versions"]);
            path.elements.extend([Element::Index(index), Element::Field("name".to_owned())]);
            let mut problem = error(message, &path);
            problem.severity = Severity::Warning;
            errors.push(problem);
        }
    }
    if positions.depth() > DEEP {
        for (index, version) in definition.versions.iter().enumerate() {
            let Some(schema) = &version.schema else { continue };
            let (_, problems) = Schema::from_json(schema);
            if problems.iter().any(|problem| problem.kind == ProblemKind::TooDeep) {
                let (kind, name) = (&definition.names.kind, &version.name);
                let message = format!("the schema of {kind} {name} has more than {DEEP} levels, so it is not compared");
                let mut path = below(&["spec", "versions"]);
                path.elements.push(Element::Index(index));
                errors.push(error(message, &path));
            }
        }
    }
    errors
}
