//! Source positions for output formats.

use crate::{
    diag::Severity,
    source::{LineColumn, SourceMap, Span},
};

/// A span with line and column numbers.
pub(super) struct Location {
    /// The path of the file, with `/` separators.
    pub(super) path: String,
    /// The position of the first character.
    pub(super) start: LineColumn,
    /// The position after the last character.
    pub(super) end: LineColumn,
}

/// Converts a span to its path and the lines and columns of its ends.
pub(super) fn location(span: Span, sources: &SourceMap) -> Location {
    Location {
        path: sources.path(span.file).to_string_lossy().replace('\\', "/"),
        start: sources.line_column(span.file, span.start),
        end: sources.line_column(span.file, span.end),
    }
}

pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
