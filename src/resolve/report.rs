//! Collects diagnostics with their declarations, so that those of unreachable types can be dropped.

use crate::{diag::Diagnostic, model::TypeId};

/// Diagnostics of declarations.
#[derive(Debug, Default)]
pub(super) struct Report {
    entries: Vec<(Owner, Diagnostic)>,
}

/// The owner of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A type: the diagnostic is reported if a requested package references the type.
    Type(TypeId),
    /// A package (its index): the diagnostic is reported if the package is requested.
    Package(usize),
}

impl Report {
    pub(super) fn add(&mut self, owner: Owner, diagnostic: Diagnostic) {
        self.entries.push((owner, diagnostic));
    }

    /// Returns the diagnostics to report, in the order in which they were added.
    pub(super) fn finish(self, counts: impl Fn(Owner) -> bool) -> impl Iterator<Item = Diagnostic> {
        self.entries.into_iter().filter(move |(owner, _)| counts(*owner)).map(|(_, diagnostic)| diagnostic)
    }
}
