//! Collects diagnostics with the declaration they belong to, so that those of types nobody reaches can be left out.

use crate::{diag::Diagnostic, model::TypeId};

/// Diagnostics of declarations.
#[derive(Debug, Default)]
pub(super) struct Report {
    entries: Vec<(Owner, Diagnostic)>,
}

/// What a diagnostic belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A type: it counts if a requested package leads to the type.
    Type(TypeId),
    /// A package (its index): it counts if the package is requested.
    Package(usize),
}

impl Report {
    /// Adds a diagnostic.
    pub(super) fn add(&mut self, owner: Owner, diagnostic: Diagnostic) {
        self.entries.push((owner, diagnostic));
    }

    /// The diagnostics that count, in order of their addition.
    pub(super) fn finish(self, counts: impl Fn(Owner) -> bool) -> impl Iterator<Item = Diagnostic> {
        self.entries.into_iter().filter(move |(owner, _)| counts(*owner)).map(|(_, diagnostic)| diagnostic)
    }
}
