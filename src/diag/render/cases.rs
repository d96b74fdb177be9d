//! Findings by object, for formats that tell of objects.

use crate::{
    diag::{Diagnostic, JudgedObject, ObjectReference, Severity, Verdict},
    source::Span,
};

/// The objects of a run, each with what was found in it, and what was found elsewhere.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub(super) cases: Vec<Case>,
}

/// An object with what was found in it. Without a verdict it is none: a document that cannot be read, a file of Go.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) object: Option<JudgedObject>,
    pub(super) findings: Vec<Diagnostic>,
}

impl Case {
    /// The place of the object, or of what was found.
    pub(super) fn span(&self) -> Option<Span> {
        let found = || self.findings.first().and_then(|finding| finding.primary.as_ref()).map(|label| label.span);
        self.object.as_ref().map(|object| object.span).or_else(found)
    }

    /// What the object says of itself.
    pub(super) fn reference(&self) -> Option<&ObjectReference> {
        self.object.as_ref().map(|object| &object.reference)
    }

    /// Whether anything in it is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Whether nobody judged it.
    pub(super) fn is_skipped(&self) -> bool {
        self.object.as_ref().is_some_and(|object| matches!(object.verdict, Verdict::LeftOut | Verdict::NotJudged))
    }
}

impl Cases {
    /// Adds objects, in order of their places.
    pub(super) fn add_objects(&mut self, objects: &[JudgedObject]) {
        let cases = objects.iter().map(|object| Case { object: Some(object.clone()), findings: Vec::new() });
        self.cases.extend(cases);
    }

    /// Adds findings, each to the object that it stands in.
    pub(super) fn add(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            let place = diagnostic.primary.as_ref().map(|label| label.span);
            let is_here = |case: &&mut Case| {
                let (Some(object), Some(place)) = (&case.object, place) else { return false };
                object.span.file == place.file && object.span.start <= place.start && place.start <= object.span.end
            };
            match self.cases.iter_mut().rev().find(is_here) {
                Some(case) => case.findings.push(diagnostic.clone()),
                None => self.cases.push(Case { object: None, findings: vec![diagnostic.clone()] }),
            }
        }
    }
}
