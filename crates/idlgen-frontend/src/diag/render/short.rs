//! One line per diagnostic.

use std::fmt::Write;

use super::location::{location, severity_name};
use crate::{
    diag::{Diagnostic, visible_line},
    source::SourceMap,
};

pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        if let Some(label) = &diagnostic.primary {
            let at = location(label.span, sources);
            let path = visible_line(&at.path);
            let _ = write!(text, "{path}:{}:{}: ", at.start.line, at.start.column);
        }
        let message = diagnostic.message.replace('\n', " ");
        let _ = writeln!(text, "{}[{}]: {message}", severity_name(diagnostic.severity), diagnostic.code);
    }
    text
}
