//! Renders diagnostics, with one file per format. Renderers are pure functions of the diagnostics and the sources.

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

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The source with the error underlined.
    #[default]
    Full,
    /// One line per diagnostic: `file:line:column: error[CODE]: message`.
    Short,
    /// A single JSON list of objects.
    Json,
    /// GitHub workflow commands, which appear as annotations in a pull request.
    Github,
    /// A single SARIF 2.1.0 document.
    Sarif,
    /// A single `JUnit` XML document: one suite per file, one case per object.
    Junit,
    /// A Kubernetes `Status` for each object, one per line: the response of a server.
    Status,
}

impl Format {
    /// All formats by their names on the command line.
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

/// An unknown format name.
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

/// The terminal escapes in [`Format::Full`]. The other formats have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Escapes {
    /// Plain text, for files and pipes.
    #[default]
    None,
    /// Colors only.
    Colors,
    /// Colors, and links from codes to their pages ([`Code::address`](crate::diag::Code::address)).
    ColorsAndLinks,
}

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
            fix: diagnostic.fix.as_ref().map(fix),
            object: diagnostic.object.clone(),
        })
        .collect()
}
