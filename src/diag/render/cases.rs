//! Findings by object, for formats that tell of objects.

use std::collections::BTreeMap;

use super::location::location;
use crate::{
    diag::{Diagnostic, JudgedObject, ObjectReference, Severity, Verdict},
    source::{FileId, SourceMap, Span},
};

/// The objects of a run, each with what was found in it, and what was found elsewhere.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub(super) cases: Vec<Case>,
    /// Which case an object is, by where it begins. No object lies in another.
    objects: BTreeMap<(FileId, u32), usize>,
}

/// An object with what was found in it. Without a verdict it is none: a document that cannot be read, a file of Go.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) object: Option<JudgedObject>,
    /// The file that it is in; empty if it is in none.
    pub(super) file: String,
    pub(super) findings: Vec<Finding>,
}

/// What was found in an object.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) diagnostic: Diagnostic,
    /// Where it is, as `file:line:column: `.
    pub(super) place: String,
}

impl Case {
    /// What the object says of itself.
    pub(super) fn reference(&self) -> Option<&ObjectReference> {
        self.object.as_ref().map(|object| &object.reference)
    }

    /// Whether anything in it is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error)
    }

    /// Whether nobody judged it.
    pub(super) fn is_skipped(&self) -> bool {
        self.object.as_ref().is_some_and(|object| matches!(object.verdict, Verdict::LeftOut | Verdict::NotJudged))
    }
}

impl Cases {
    /// Adds objects, in order of their places.
    pub(super) fn add_objects(&mut self, objects: &[JudgedObject], sources: &SourceMap) {
        for object in objects {
            self.objects.insert((object.span.file, object.span.start), self.cases.len());
            let file = location(object.span, sources).path;
            self.cases.push(Case { object: Some(object.clone()), file, findings: Vec::new() });
        }
    }

    /// Adds findings, each to the object that it stands in.
    pub(super) fn add(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        for diagnostic in diagnostics {
            let span = diagnostic.primary.as_ref().map(|label| label.span);
            let at = span.map(|span| location(span, sources));
            let place = at
                .as_ref()
                .map(|at| format!("{}:{}:{}: ", at.path, at.start.line, at.start.column))
                .unwrap_or_default();
            let finding = Finding { diagnostic: diagnostic.clone(), place };
            if let Some(case) = span.and_then(|span| self.object_at(span)) {
                case.findings.push(finding);
            } else {
                let file = at.map(|at| at.path).unwrap_or_default();
                self.cases.push(Case { object: None, file, findings: vec![finding] });
            }
        }
    }

    /// The object that a place is in.
    fn object_at(&mut self, place: Span) -> Option<&mut Case> {
        let before = self.objects.range((place.file, 0)..=(place.file, place.start)).next_back();
        let case = before.and_then(|(_, number)| self.cases.get_mut(*number))?;
        let ends = case.object.as_ref().map(|object| object.span.end)?;
        (place.start <= ends).then_some(case)
    }
}
