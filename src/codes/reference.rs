//! Reference documentation of the codes.

use serde::Serialize;

use super::all;
use crate::{
    diag::{Code, Severity},
    templates::{Template, TemplateError},
};

/// Returns docs/diagnostics.md.
pub fn reference_markdown() -> Result<String, TemplateError> {
    Template::Diagnostics.render(Page { codes: all().iter().map(entry).collect() })
}

/// The data of `templates/diagnostics.md`.
#[derive(Serialize)]
struct Page {
    codes: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    code: String,
    slug: &'static str,
    summary: &'static str,
    severity: &'static str,
    keeps_back: bool,
    explanation: &'static str,
}

fn entry(code: Code) -> Entry {
    let info = code.info();
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
        explanation: info.explanation.trim(),
    }
}
