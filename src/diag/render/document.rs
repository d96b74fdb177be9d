//! The one document that a run writes for machines, however many stages find something.

use super::{Format, cases::Cases, json, junit, sarif, status};
use crate::{
    diag::{Diagnostic, JudgedObject, visible_json},
    source::SourceMap,
};

/// A document of JSON, SARIF, `JUnit` or answers of a server that grows.
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
    /// An empty document; `None` for formats that are none.
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

    /// Adds objects that were looked at; findings in them come later. Formats that do not tell of objects without
    /// findings leave them out.
    pub fn add_objects(&mut self, objects: &[JudgedObject], sources: &SourceMap) {
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

    /// Adds why the run could not be carried out, if the format has a place for it; says whether it has.
    pub fn add_failure(&mut self, text: &str) -> bool {
        match &mut self.0 {
            Kind::Json(_) => return false,
            Kind::Sarif(run) => run.add_failure(text),
            Kind::Junit { failures, .. } | Kind::Status { failures, .. } => failures.push(text.to_owned()),
        }
        true
    }

    /// The document as text.
    pub fn text(&self) -> String {
        match &self.0 {
            Kind::Json(findings) => visible_json(findings.text()),
            Kind::Sarif(run) => visible_json(run.text()),
            Kind::Junit { cases, failures } => junit::document(cases, failures),
            Kind::Status { cases, failures } => visible_json(status::document(cases, failures)),
        }
    }
}
