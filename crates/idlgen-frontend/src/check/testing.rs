//! Helpers for lint tests on Go source.

use idlgen_schema::Schema;

use super::check;
use crate::{
    diag::{Diagnostic, Severity, sort_by_position},
    lower::{LowerOptions, Lowered, lower},
    resolve::testing::{GoFiles, Read, read},
};

/// Returns all diagnostics of parsing and checking packages, requested ones and others.
pub(super) fn check_all(requested: GoFiles<'_>, others: GoFiles<'_>) -> (Read, Vec<Diagnostic>) {
    let read = read(requested, others);
    let mut diagnostics = read.diagnostics.clone();
    diagnostics.extend(check(&read.model, &[]));
    sort_by_position(&mut diagnostics);
    (read, diagnostics)
}

/// Returns all diagnostics for a file of package `example.com/api/v1`.
pub(super) fn check_file(text: &str) -> (Read, Vec<Diagnostic>) {
    check_all(&[("example.com/api/v1/types.go", text)], &[])
}

/// Formats the diagnostics: `types.go:line:column: error[CODE]: message`.
pub(super) fn report(text: &str) -> String {
    let (read, diagnostics) = check_file(text);
    read.render(&diagnostics)
}

/// Returns the schemas of a file without errors.
pub(super) fn lowered(text: &str) -> Lowered {
    let (read, diagnostics) = check_file(text);
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.severity < Severity::Error),
        "{}",
        read.render(&diagnostics)
    );
    lower(&read.model, &LowerOptions::default())
}

/// Returns the schema of a type by its Go name.
pub(super) fn definition<'a>(lowered: &'a Lowered, name: &str) -> &'a Schema {
    let found = lowered.definitions.schemas.iter().find(|(key, _)| key.ends_with(&format!(".{name}")));
    found.map(|(_, schema)| schema).expect("a definition")
}
