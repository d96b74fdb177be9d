//! Diagnostics as text, one file a format. Renderers are functions of the diagnostics and the sources; they print
//! nothing.

mod cases;
mod document;
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

use std::str::FromStr;

pub use document::Document;

use thiserror::Error;

use super::{Diagnostic, Edit, Fix, Label, visible::visible};
use crate::source::SourceMap;

/// A form of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The source with the fault underlined, for people.
    #[default]
    Full,
    /// One line a diagnostic: `file:line:column: error[CODE]: message`.
    Short,
    /// One JSON list of objects.
    Json,
    /// GitHub workflow commands, which show as annotations of a pull request.
    Github,
    /// One SARIF 2.1.0 document.
    Sarif,
    /// One `JUnit` XML document: a suite a file, a case an object.
    Junit,
    /// A `Status` of Kubernetes for each object, on a line of its own: what a server would answer.
    Status,
}

impl Format {
    /// All formats by name, as the command line takes them.
    pub const NAMES: [(&'static str, Format); 7] = [
        ("full", Format::Full),
        ("short", Format::Short),
        ("json", Format::Json),
        ("github", Format::Github),
        ("sarif", Format::Sarif),
        ("junit", Format::Junit),
        ("status", Format::Status),
    ];
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown message format `{0}`; use full, short, json, github, sarif, junit or status")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Format::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The diagnostics as text. `colour` adds terminal escapes where the format has any use for them.
///
/// The text is empty if there is nothing to say, except for JSON and SARIF, which are always one document. Whatever the
/// diagnostics and the sources hold, no control character leaves here but line ends, tabs, and the escapes of colours:
/// formats for people show the others written out, JSON has them as its escapes.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, format: Format, colour: bool) -> String {
    match format {
        Format::Full => full::render(&shown(diagnostics), sources, colour),
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

/// The diagnostics with texts that people may see.
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
            fix: diagnostic.fix.as_ref().map(fix),
            object: diagnostic.object.clone(),
        })
        .collect()
}
