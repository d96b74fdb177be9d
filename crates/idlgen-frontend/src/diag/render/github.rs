//! GitHub workflow commands.

use std::fmt::Write;

use super::location::{in_revision, location, without_dots};
use crate::{
    diag::{Diagnostic, Severity, visible_line},
    source::SourceMap,
};

pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let command = match diagnostic.severity {
            Severity::Off | Severity::Info => "notice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let _ = write!(text, "::{command} ");
        let mut message = diagnostic.message.clone();
        for remark in diagnostic.remarks() {
            message.push('\n');
            message.push_str(&remark);
        }
        if let Some(label) = &diagnostic.primary {
            let at = location(label.span, sources);
            let path = match in_revision(&at.path) {
                Some((revision, path)) => {
                    let _ = write!(message, "\nin revision {revision}");
                    path
                }
                None => &at.path,
            };
            let _ = write!(
                text,
                "file={},line={},col={},",
                property(&visible_line(&without_dots(path))),
                at.start.line,
                at.start.column
            );
            // GitHub rejects a column range that spans several lines.
            if at.end.line == at.start.line {
                let _ = write!(text, "endColumn={},", at.end.column);
            } else {
                let _ = write!(text, "endLine={},", at.end.line);
            }
        }
        let _ = writeln!(text, "title={}::{}", diagnostic.code, data(&message));
    }
    text
}

/// Escapes the data of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
