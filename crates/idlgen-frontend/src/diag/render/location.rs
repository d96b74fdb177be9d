//! Source positions for output formats.

use std::path::Path;

use crate::{
    diag::Severity,
    source::{LineColumn, SourceMap, Span, clean},
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
        path: with_slashes(sources.path(span.file)),
        start: sources.line_column(span.file, span.start),
        end: sources.line_column(span.file, span.end),
    }
}

/// Splits the path of a file in a Git revision, `git:REVISION:PATH`. Code hosts show diagnostics at the path only.
pub(super) fn in_revision(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("git:")?.split_once(':')
}

/// Removes `.` and `..` from a path, because code hosts do not find a file with the path `./a.yaml`.
pub(super) fn without_dots(path: &str) -> String {
    with_slashes(&clean(Path::new(path)))
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
