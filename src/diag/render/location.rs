//! Positions as the formats need them.

use crate::{
    diag::Severity,
    source::{LineColumn, SourceMap, Span},
};

/// A span in terms of people.
pub(super) struct Location {
    /// The file, with `/` between parts.
    pub(super) path: String,
    /// The first character.
    pub(super) start: LineColumn,
    /// One past the last character.
    pub(super) end: LineColumn,
}

/// Where a span is.
pub(super) fn location(span: Span, sources: &SourceMap) -> Location {
    Location {
        path: sources.path(span.file).to_string_lossy().replace('\\', "/"),
        start: sources.line_column(span.file, span.start),
        end: sources.line_column(span.file, span.end),
    }
}

/// The word for a severity.
pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
