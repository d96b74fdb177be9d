//! Converts problems in the text of documents to diagnostics.

use std::ops::Range;

use idlgen_yaml::{Document, Problem, ProblemKind};

use crate::{
    diag::Diagnostic,
    objects::codes::{DUPLICATE_KEY, NOT_YAML, TEXT_AFTER_DOCUMENT},
    source::{FileId, Span},
};

/// The way to read CRDs of a chart.
pub(crate) const RENDER_DEFINITIONS: &str = "pass the rendered CRDs: `helm template CHART --include-crds > FILE`";

/// The command that validates objects.
pub(super) const VALIDATE: &str = "validate";

/// Returns the way to pass the rendered output of a chart to a command.
pub(super) fn render(chart: &str, command: &str) -> String {
    let verb = if command == VALIDATE { "validate" } else { "pass" };
    format!("{verb} the rendered output: `helm template {chart} | idlgen {command} -`")
}

/// Returns `true` if a document is not YAML.
pub(super) fn has_syntax_error(document: &Document) -> bool {
    let is_syntax = |problem: &Problem| matches!(problem.kind, ProblemKind::Syntax | ProblemKind::NotJson);
    document.problems.iter().any(is_syntax)
}

/// Converts a problem of the document at an offset of a file.
pub(super) fn diagnostic(problem: &Problem, file: FileId, offset: usize) -> Diagnostic {
    let in_file = |span: &Range<usize>| Span::new(file, span.start + offset, span.end + offset);
    let code = match problem.kind {
        ProblemKind::DuplicateKey => DUPLICATE_KEY,
        ProblemKind::Syntax | ProblemKind::NotJson => NOT_YAML,
        ProblemKind::Ignored => TEXT_AFTER_DOCUMENT,
    };
    let mut diagnostic = Diagnostic::new(code, problem.message.clone()).at(in_file(&problem.span));
    if problem.kind == ProblemKind::Ignored {
        diagnostic = diagnostic
            .note("kubectl and API servers ignore it")
            .help("start another document with a line `---`, or remove the text");
    }
    match &problem.first {
        Some(first) => diagnostic.and(in_file(first), "first here"),
        None => diagnostic,
    }
}
