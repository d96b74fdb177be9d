//! Converts problems in the text of documents to diagnostics.

use idlgen_yaml::{Problem, ProblemKind};

use crate::{
    diag::Diagnostic,
    objects::codes::{DUPLICATE_KEY, NOT_YAML, TEXT_AFTER_DOCUMENT},
    source::{FileId, Span},
};

pub(super) fn diagnostic(problem: &Problem, file: FileId, offset: usize) -> Diagnostic {
    let span = Span::new(file, problem.span.start + offset, problem.span.end + offset);
    let code = match problem.kind {
        ProblemKind::DuplicateKey => DUPLICATE_KEY,
        ProblemKind::Syntax | ProblemKind::NotJson => NOT_YAML,
        ProblemKind::Ignored => TEXT_AFTER_DOCUMENT,
    };
    let mut diagnostic = Diagnostic::new(code, problem.message.clone()).at(span);
    if problem.kind == ProblemKind::Ignored {
        diagnostic = diagnostic
            .note("kubectl and API servers ignore it")
            .help("start another document with a line `---`, or remove the text");
    }
    match &problem.first {
        Some(first) => diagnostic.and(Span::new(file, first.start + offset, first.end + offset), "first here"),
        None => diagnostic,
    }
}
