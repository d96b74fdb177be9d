//! Renders diagnostics, with one file per format. Renderers are pure functions of the diagnostics and the sources.

mod cases;
mod document;
mod format;
mod full;
mod github;
mod json;
mod junit;
mod location;
mod sarif;
mod short;
mod status;
#[cfg(test)]
mod tests;

pub use document::Document;
pub use format::{Escapes, Format, UnknownFormat};

use super::{Diagnostic, Edit, Fix, Label, visible::visible};
use crate::source::SourceMap;

/// Renders the diagnostics.
///
/// The result is empty if there are no diagnostics, except for JSON and SARIF, which are always a document. Whatever
/// the diagnostics and sources contain, the only control characters in the result are line ends, tabs and the
/// requested escapes: formats for users show others escaped, and JSON escapes them.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, format: Format, escapes: Escapes) -> String {
    match format {
        Format::Full => full::render(&shown(diagnostics), sources, escapes),
        Format::Short => short::render(&shown(diagnostics), sources),
        Format::Github => github::render(&shown(diagnostics), sources),
        Format::Json | Format::Sarif | Format::Junit | Format::Status => {
            Document::new(format).map_or_else(String::new, |mut document| {
                document.add(diagnostics, sources);
                document.text()
            })
        }
    }
}

/// Returns the diagnostics with control characters escaped.
fn shown(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let lines = |text: &str| visible(text).into_owned();
    let label = |label: &Label| Label { span: label.span, text: lines(&label.text) };
    let edit = |edit: &Edit| Edit { span: edit.span, replacement: lines(&edit.replacement) };
    let fix = |fix: &Fix| Fix {
        title: lines(&fix.title),
        edits: fix.edits.iter().map(edit).collect(),
        applicability: fix.applicability,
    };
    diagnostics
        .iter()
        .map(|diagnostic| Diagnostic {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: lines(&diagnostic.message),
            primary: diagnostic.primary.as_ref().map(label),
            secondary: diagnostic.secondary.iter().map(label).collect(),
            notes: diagnostic.notes.iter().map(|note| lines(note)).collect(),
            help: diagnostic.help.iter().map(|help| lines(help)).collect(),
            fix: diagnostic.fix.as_ref().map(fix),
            object: diagnostic.object.clone(),
            missing_package: diagnostic.missing_package.clone(),
        })
        .collect()
}
