//! The single document of a run for other programs, which may contain findings of several stages.

use super::{cases::Cases, format::Format, json, junit, sarif, status};
use crate::{
    diag::{Diagnostic, ValidatedObject, visible_json},
    source::SourceMap,
};

/// An incremental JSON, SARIF, `JUnit` or server response document.
#[derive(Debug)]
pub struct Document(Kind);

#[derive(Debug)]
enum Kind {
    Json(json::Findings),
    Sarif(sarif::Run),
    Junit { cases: Cases, failures: Vec<String> },
    Status { cases: Cases, failures: Vec<String> },
}

impl Document {
    /// Creates an empty document. Returns `None` for other formats.
    pub fn new(format: Format) -> Option<Self> {
        let (cases, failures) = (Cases::default(), Vec::new());
        match format {
            Format::Json => Some(Document(Kind::Json(json::Findings::default()))),
            Format::Sarif => Some(Document(Kind::Sarif(sarif::Run::default()))),
            Format::Junit => Some(Document(Kind::Junit { cases, failures })),
            Format::Status => Some(Document(Kind::Status { cases, failures })),
            Format::Full | Format::Short | Format::Github => None,
        }
    }

    /// Adds validated objects. Their findings are added later. Formats that do not include objects without findings
    /// ignore them.
    pub fn add_objects(&mut self, objects: &[ValidatedObject], sources: &SourceMap) {
        match &mut self.0 {
            Kind::Json(_) | Kind::Sarif(_) => {}
            Kind::Junit { cases, .. } | Kind::Status { cases, .. } => cases.add_objects(objects, sources),
        }
    }

    /// Adds diagnostics.
    pub fn add(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        match &mut self.0 {
            Kind::Json(findings) => findings.add(diagnostics, sources),
            Kind::Sarif(run) => run.add(diagnostics, sources),
            Kind::Junit { cases, .. } | Kind::Status { cases, .. } => cases.add(diagnostics, sources),
        }
    }

    /// Adds the reason why the run failed. Returns `false` if the format does not support it.
    pub fn add_failure(&mut self, text: &str) -> bool {
        match &mut self.0 {
            Kind::Json(_) => return false,
            Kind::Sarif(run) => run.add_failure(text),
            Kind::Junit { failures, .. } | Kind::Status { failures, .. } => failures.push(text.to_owned()),
        }
        true
    }

    /// Formats the document.
    pub fn text(&self) -> String {
        match &self.0 {
            Kind::Json(findings) => visible_json(findings.text()),
            Kind::Sarif(run) => visible_json(run.text()),
            Kind::Junit { cases, failures } => junit::document(cases, failures),
            Kind::Status { cases, failures } => visible_json(status::document(cases, failures)),
        }
    }
}
