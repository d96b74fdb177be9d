//! Results of validating objects.

use std::collections::{BTreeMap, BTreeSet};

use super::{kinds::Identity, skip_reason::SkipReason};
use crate::{
    diag::{Diagnostic, ObjectReference, Severity, ValidatedObject, Verdict},
    source::Span,
};

/// The number of validated objects, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Objects that passed every check.
    pub valid: usize,
    /// Objects with errors, and documents that are not objects.
    pub invalid: usize,
    /// Objects of kinds with unknown schemas.
    pub not_validated: usize,
    /// Objects of excluded kinds, and of unknown kinds if these are not errors.
    pub skipped: usize,
}

impl Summary {
    /// Returns the total.
    pub fn all(&self) -> usize {
        self.valid + self.invalid + self.not_validated + self.skipped
    }

    fn count(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Valid => &mut self.valid,
            Verdict::Invalid => &mut self.invalid,
            Verdict::NotValidated => &mut self.not_validated,
            Verdict::Skipped => &mut self.skipped,
        } += 1;
    }
}

/// The results of a file.
#[derive(Debug, Default)]
pub struct ValidatedFile {
    pub(super) findings: Vec<Diagnostic>,
    /// The diagnostics to report once per run, by key.
    pub(super) notices: Vec<(String, Diagnostic)>,
    pub(super) objects: Vec<ValidatedObject>,
    /// The reason for each skipped object.
    skipped: Vec<SkipReason>,
    /// The position of the name of each object, while the file is being validated.
    pub(super) first_names: BTreeMap<Identity, Span>,
    /// Number of unreadable documents.
    pub(super) unreadable: usize,
}

impl ValidatedFile {
    /// Counts an object or a document as skipped.
    pub(super) fn skip(&mut self, reason: SkipReason, reference: ObjectReference, span: Span) {
        self.skipped.push(reason);
        self.objects.push(ValidatedObject { reference, span, verdict: Verdict::Skipped });
    }

    /// Returns `true` if the file has no objects, no findings and no unreadable documents.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty() && self.findings.is_empty() && self.unreadable == 0
    }
}

/// The results of all files, in the order in which they were added.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Verdicts {
    /// The findings, in the order of files and positions.
    pub findings: Vec<Diagnostic>,
    /// Every object.
    pub objects: Vec<ValidatedObject>,
    /// The number of objects by verdict.
    pub summary: Summary,
    /// Number of skipped objects, by reason.
    pub skipped: BTreeMap<SkipReason, usize>,
    told: BTreeSet<String>,
}

impl Verdicts {
    /// Adds the results of a file.
    pub fn add(&mut self, file: ValidatedFile) {
        let from = self.findings.len();
        for (what, notice) in file.notices {
            if self.told.insert(what) {
                self.findings.push(notice);
            }
        }
        self.findings.extend(file.findings);
        let findings = self.findings.get_mut(from..).unwrap_or_default();
        findings.sort_by_key(|finding| finding.primary.as_ref().map(|label| label.span));
        for object in &file.objects {
            self.summary.count(object.verdict);
        }
        for reason in file.skipped {
            *self.skipped.entry(reason).or_default() += 1;
        }
        self.summary.invalid += file.unreadable;
        self.objects.extend(file.objects);
    }

    /// Returns the number of objects by verdict, for each apiVersion and kind.
    pub fn by_kind(&self) -> BTreeMap<(String, String), Summary> {
        let mut by_kind: BTreeMap<(String, String), Summary> = BTreeMap::new();
        for ValidatedObject { reference, verdict, .. } in &self.objects {
            let key = (reference.api_version.clone(), reference.kind.clone());
            by_kind.entry(key).or_default().count(*verdict);
        }
        by_kind
    }

    /// Returns `true` if any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
