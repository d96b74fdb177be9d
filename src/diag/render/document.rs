//! The one document that a run writes for machines, however many stages find something.

use super::{Format, json, sarif};
use crate::{
    diag::{Diagnostic, visible_json},
    source::SourceMap,
};

/// A document of JSON or SARIF that grows.
#[derive(Debug)]
pub struct Document(Kind);

#[derive(Debug)]
enum Kind {
    Json(json::Findings),
    Sarif(sarif::Run),
}

impl Document {
    /// An empty document; `None` for formats that are none.
    pub fn new(format: Format) -> Option<Self> {
        match format {
            Format::Json => Some(Document(Kind::Json(json::Findings::default()))),
            Format::Sarif => Some(Document(Kind::Sarif(sarif::Run::default()))),
            Format::Full | Format::Short | Format::Github => None,
        }
    }

    /// Adds diagnostics.
    pub fn add(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        match &mut self.0 {
            Kind::Json(findings) => findings.add(diagnostics, sources),
            Kind::Sarif(run) => run.add(diagnostics, sources),
        }
    }

    /// Adds why the run could not be carried out, if the format has a place for it; says whether it has.
    pub fn add_failure(&mut self, text: &str) -> bool {
        match &mut self.0 {
            Kind::Json(_) => false,
            Kind::Sarif(run) => {
                run.add_failure(text);
                true
            }
        }
    }

    /// The document as text.
    pub fn text(&self) -> String {
        visible_json(match &self.0 {
            Kind::Json(findings) => findings.text(),
            Kind::Sarif(run) => run.text(),
        })
    }
}
