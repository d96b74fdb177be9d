//! docs/diagnostics.md, the table of codes, and a page for each code.

use serde::Serialize;

use super::{
    links::{tags_in, to_code, to_tag},
    page::{Link, Page},
    reporters::reporters,
};
use crate::{
    codes::{all, is_about_reading},
    diag::{Code, Severity},
    templates::{Template, TemplateError},
};

/// Returns docs/diagnostics.md.
pub(super) fn index() -> Result<String, TemplateError> {
    Template::Diagnostics.render(Index { codes: all().iter().map(entry).collect() })
}

/// Returns the page of each code.
pub(super) fn pages() -> Result<Vec<Page>, TemplateError> {
    let page = |code: Code| {
        Ok(Page { path: format!("diagnostics/{code}.md"), text: Template::Diagnostic.render(entry(code))? })
    };
    all().iter().map(page).collect()
}

/// Returns the links to the pages.
pub(super) fn links() -> Vec<Link> {
    all().iter().map(to_code).collect()
}

/// The data of `templates/diagnostics.md`.
#[derive(Serialize)]
struct Index {
    codes: Vec<Entry>,
}

/// A code, and the data of `templates/diagnostic.md`.
#[derive(Serialize)]
struct Entry {
    code: String,
    slug: &'static str,
    summary: &'static str,
    severity: &'static str,
    keeps_back: bool,
    is_about_reading: bool,
    reporters: &'static str,
    is_about_go: bool,
    explanation: &'static str,
    tags: Vec<Link>,
}

fn entry(code: Code) -> Entry {
    let info = code.info();
    let reporters = reporters(code);
    Entry {
        code: code.to_string(),
        slug: info.slug,
        summary: info.summary,
        severity: match info.severity {
            Severity::Off => "off",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        keeps_back: info.severity < Severity::Error || code.keeps_back(),
        is_about_reading: is_about_reading(code),
        reporters: reporters.phrase,
        is_about_go: reporters.is_about_go,
        explanation: info.explanation.trim(),
        tags: tags_in(info.explanation).into_iter().filter_map(to_tag).collect(),
    }
}
