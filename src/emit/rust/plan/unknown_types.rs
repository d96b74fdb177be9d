//! Types of packages that are not read and have no known Rust type. Their fields hold untyped JSON.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Diagnostic;

/// The diagnostic about each package, and all locations with its types.
#[derive(Debug, Default)]
pub(super) struct UnknownTypes {
    packages: BTreeMap<String, (Diagnostic, BTreeSet<String>)>,
}

impl UnknownTypes {
    /// Adds a diagnostic about a type of a package at a location. Of several, the first of the most severe is kept.
    pub(super) fn add(&mut self, package: &str, place: &str, diagnostic: Diagnostic) {
        let entry = self.packages.entry(package.to_owned());
        let (first, places) = entry.or_insert_with(|| (diagnostic.clone(), BTreeSet::new()));
        places.insert(place.to_owned());
        if diagnostic.severity > first.severity {
            *first = diagnostic;
        }
    }

    /// Returns a diagnostic for each package, with a note about the number of others.
    pub(super) fn diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        self.packages.into_iter().map(|(package, (diagnostic, places))| match places.len() - 1 {
            0 => diagnostic,
            1 => diagnostic.note(format!("1 other place has a type of `{package}`, too")),
            others => diagnostic.note(format!("{others} other places have types of `{package}`, too")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diag::Severity, emit::rust::codes::RUST_FREE_JSON};

    #[test]
    fn a_package_is_reported_once() {
        let found = |message: &str, severity| Diagnostic { severity, ..Diagnostic::new(RUST_FREE_JSON, message) };
        let mut unknown = UnknownTypes::default();
        unknown.add("b", "T.A", found("first of b", Severity::Warning));
        unknown.add("a", "T.B", found("first of a", Severity::Info));
        unknown.add("a", "T.C", found("second of a", Severity::Warning));
        unknown.add("a", "T.D", found("third of a", Severity::Warning));
        unknown.add("c", "T.E", found("first of c", Severity::Info));
        unknown.add("c", "T.F", found("second of c", Severity::Info));
        // A location that is read twice counts once.
        unknown.add("c", "T.F", found("second of c", Severity::Info));
        let told = unknown.diagnostics().map(|one| format!("{}: {}", one.message, one.notes.join("; ")));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "second of a: 2 other places have types of `a`, too",
                "first of b: ",
                "first of c: 1 other place has a type of `c`, too"
            ]
        );
    }
}
