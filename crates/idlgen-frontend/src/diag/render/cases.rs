//! Groups findings by object, for formats about objects.

use std::collections::BTreeMap;

use super::location::location;
use crate::{
    diag::{Diagnostic, ObjectReference, Severity, ValidatedObject, Verdict},
    source::{FileId, SourceMap, Span},
};

/// The objects of a run with their findings, and other findings.
#[derive(Debug, Default)]
pub(super) struct Cases {
    pub(super) cases: Vec<Case>,
    /// The index of each object by its start. Objects do not overlap.
    objects: BTreeMap<(FileId, u32), usize>,
}

/// An object with its findings. Without a verdict it is not an object: an unreadable document, a Go file.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) object: Option<ValidatedObject>,
    /// The path of the file, or an empty string.
    pub(super) file: String,
    pub(super) findings: Vec<Finding>,
}

/// A finding in an object.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) diagnostic: Diagnostic,
    /// Its location as `file:line:column: `.
    pub(super) place: String,
}

impl Case {
    /// Returns the kind, name and namespace of the object.
    pub(super) fn reference(&self) -> Option<&ObjectReference> {
        self.object.as_ref().map(|object| &object.reference)
    }

    /// Returns `true` if it has an error.
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.diagnostic.severity == Severity::Error)
    }

    /// Returns `true` if it was not validated.
    pub(super) fn is_skipped(&self) -> bool {
        self.object.as_ref().is_some_and(|object| matches!(object.verdict, Verdict::Skipped | Verdict::NotValidated))
    }
}

impl Cases {
    /// Adds objects in source order.
    pub(super) fn add_objects(&mut self, objects: &[ValidatedObject], sources: &SourceMap) {
        for object in objects {
            self.objects.insert((object.span.file, object.span.start), self.cases.len());
            let file = location(object.span, sources).path;
            self.cases.push(Case { object: Some(object.clone()), file, findings: Vec::new() });
        }
    }

    /// Adds findings, each to the object that contains it.
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

    /// Returns the object that contains a location.
    fn object_at(&mut self, place: Span) -> Option<&mut Case> {
        let before = self.objects.range((place.file, 0)..=(place.file, place.start)).next_back();
        let case = before.and_then(|(_, number)| self.cases.get_mut(*number))?;
        let ends = case.object.as_ref().map(|object| object.span.end)?;
        (place.start <= ends).then_some(case)
    }
}
