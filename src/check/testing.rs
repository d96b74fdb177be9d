//! Rules on Go written in tests.

use idlgen_validate::Schema;

use super::check;
use crate::{
    diag::{Diagnostic, Severity, sort_by_position},
    lower::{LowerOptions, Lowered, lower},
    resolve::testing::{GoFiles, Read, read},
};

/// Everything that reading and checking say of packages, the requested ones and others.
pub(super) fn check_all(requested: GoFiles<'_>, others: GoFiles<'_>) -> (Read, Vec<Diagnostic>) {
    let read = read(requested, others);
    let mut diagnostics = read.diagnostics.clone();
    diagnostics.extend(check(&read.model, &[]));
    sort_by_position(&mut diagnostics);
    (read, diagnostics)
}

/// Everything that reading and checking say of one file of package `example.com/api/v1`.
pub(super) fn check_file(text: &str) -> (Read, Vec<Diagnostic>) {
    check_all(&[("example.com/api/v1/types.go", text)], &[])
}

/// The same as text: `types.go:line:column: error[CODE]: message`.
pub(super) fn said(text: &str) -> String {
    let (read, diagnostics) = check_file(text);
    read.render(&diagnostics)
}

/// The schemas of one file without faults.
pub(super) fn lowered(text: &str) -> Lowered {
    let (read, diagnostics) = check_file(text);
    assert!(
        diagnostics.iter().all(|diagnostic| diagnostic.severity < Severity::Error),
        "{}",
        read.render(&diagnostics)
    );
    lower(&read.model, &LowerOptions::default())
}

/// The schema of a type by its Go name.
pub(super) fn definition<'a>(lowered: &'a Lowered, name: &str) -> &'a Schema {
    let found = lowered.definitions.schemas.iter().find(|(key, _)| key.ends_with(&format!(".{name}")));
    found.map(|(_, schema)| schema).expect("a definition")
}
