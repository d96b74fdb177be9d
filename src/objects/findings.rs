//! What is wrong with objects, as diagnostics.

use std::ops::Range;

use idlgen_runtime::field::{Error, ErrorType, PathBuf};
use idlgen_yaml::{Node, Problem, ProblemKind};

use super::{
    kinds::{self, Identity},
    near_kind::{self, Suggestion},
};
use crate::{
    diag::Diagnostic,
    model::Model,
    objects::codes::{DUPLICATE_KEY, INVALID_VALUE, NOT_YAML, UNKNOWN_FIELD, UNKNOWN_KIND},
    source::{FileId, Span},
};

/// An object in its file.
pub(super) struct ObjectInFile<'a> {
    pub(super) file: FileId,
    pub(super) object: &'a Node,
}

impl ObjectInFile<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    /// Where the object says its kind; failing that, where it begins.
    pub(super) fn kind(&self) -> Span {
        match self.object.get("kind") {
            Some(kind) => self.span(&kind.span),
            None => self.span(&self.object.find(&PathBuf { elements: vec![missing()] }).span),
        }
    }

    /// An error of a field.
    pub(super) fn error(&self, error: &Error) -> Diagnostic {
        let found = self.object.find(&error.path);
        // Of large values the key is underlined, not the value over many lines.
        let is_about_whole = matches!(error.error_type, ErrorType::TooMany | ErrorType::TooFew | ErrorType::Required);
        let span = match &found.key {
            Some(key) if is_about_whole => self.span(key),
            Some(key) if matches!(error.bad_value, idlgen_runtime::field::BadValue::Omitted) => self.span(key),
            _ => self.span(&found.span),
        };
        Diagnostic::new(INVALID_VALUE, error.to_string()).at(span)
    }

    /// A field that the type does not have.
    pub(super) fn unknown_field(&self, path: &PathBuf, near: Option<String>) -> Diagnostic {
        let found = self.object.find(path);
        let span = self.span(found.key.as_ref().unwrap_or(&found.span));
        let diagnostic = Diagnostic::new(UNKNOWN_FIELD, format!("unknown field \"{path}\"")).at(span);
        match near {
            Some(near) => diagnostic.fix(format!("use `{near}`"), span, near),
            None => diagnostic,
        }
    }

    /// A kind that no package has.
    pub(super) fn unknown_kind(&self, model: &Model, identity: &Identity) -> Diagnostic {
        let Identity { api_version, kind, .. } = identity;
        let message = format!("no Go type for apiVersion {api_version}, kind {kind}");
        let diagnostic = Diagnostic::new(UNKNOWN_KIND, message).at(self.kind());
        match near_kind::suggest(&kinds::known_kinds(model), api_version, kind) {
            Suggestion::Kind(near) => diagnostic.fix(format!("use `{near}`"), self.kind(), near),
            Suggestion::ApiVersion(near) => {
                let span = self.object.get("apiVersion").map_or(self.kind(), |node| self.span(&node.span));
                diagnostic.fix(format!("use `apiVersion: {near}`, which has kind {kind}"), span, near)
            }
            Suggestion::Both { api_version, kind } => {
                diagnostic.note(format!("did you mean kind {kind} of apiVersion {api_version}?"))
            }
            Suggestion::None { api_versions } if api_versions.is_empty() => {
                diagnostic.note("the packages given with --go register no group and version; name the type with --type")
            }
            Suggestion::None { api_versions } => {
                diagnostic.note(format!("the packages given with --go have {}", api_versions.join(", ")))
            }
        }
    }
}

/// A path that no object has, to find where an object begins.
fn missing() -> idlgen_runtime::field::Element<String> {
    idlgen_runtime::field::Element::Index(usize::MAX)
}

/// Something wrong with the text of a document.
pub(super) fn of_problem(problem: &Problem, file: FileId) -> Diagnostic {
    let span = Span::new(file, problem.span.start, problem.span.end);
    let code = match problem.kind {
        ProblemKind::DuplicateKey => DUPLICATE_KEY,
        ProblemKind::Syntax | ProblemKind::NotJson => NOT_YAML,
    };
    let diagnostic = Diagnostic::new(code, problem.message.clone()).at(span);
    match &problem.first {
        Some(first) => diagnostic.and(Span::new(file, first.start, first.end), "first here"),
        None => diagnostic,
    }
}
