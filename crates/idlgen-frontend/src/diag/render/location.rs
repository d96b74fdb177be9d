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

/// Removes `.` and `..` from a path, because code hosts do not find a file with the path `./a.yaml`.
pub(super) fn without_dots(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (index, name) in path.split('/').enumerate() {
        let has_no_effect = name == "." || name.is_empty() && index > 0;
        let can_leave = names.last().is_some_and(|last| !matches!(*last, "" | ".."));
        if name == ".." && can_leave {
            names.pop();
        } else if !has_no_effect {
            names.push(name);
        }
    }
    names.join("/")
}

pub(super) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "off",
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
