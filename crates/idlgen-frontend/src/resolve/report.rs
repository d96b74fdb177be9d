//! Collects diagnostics with their declarations, so that diagnostics about unreachable types can be dropped.

use std::ops::Range;

use crate::{
    diag::{Code, Diagnostic, Severity},
    model::TypeId,
};

/// Diagnostics with the declarations that they belong to.
#[derive(Debug, Default)]
pub(super) struct Report {
    entries: Vec<(Owner, Diagnostic)>,
}

/// The declaration to which a diagnostic belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A type. The diagnostic is reported if a requested package references the type.
    Type(TypeId),
    /// A package, by its index. The diagnostic is reported if the package is requested.
    Package(usize),
}

impl Report {
    pub(super) fn add(&mut self, owner: Owner, diagnostic: Diagnostic) {
        self.entries.push((owner, diagnostic));
    }

    /// Returns the number of diagnostics.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Changes errors with these codes to warnings, among the diagnostics in a range.
    pub(super) fn soften(&mut self, range: Range<usize>, codes: &[Code]) {
        let some = self.entries.get_mut(range).unwrap_or_default().iter_mut().map(|(_, diagnostic)| diagnostic);
        for diagnostic in some.filter(|one| codes.contains(&one.code)) {
            diagnostic.severity = diagnostic.severity.min(Severity::Warning);
        }
    }

    /// Returns the diagnostics to report, in the order in which they were added.
    pub(super) fn finish(self, counts: impl Fn(Owner) -> bool) -> impl Iterator<Item = Diagnostic> {
        self.entries.into_iter().filter(move |(owner, _)| counts(*owner)).map(|(_, diagnostic)| diagnostic)
    }
}
