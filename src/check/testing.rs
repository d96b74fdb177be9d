//! Rules on Go written in tests.

use super::check;
use crate::{
    diag::Diagnostic,
    resolve::{
        sort_by_position,
        testing::{GoFiles, Read, read},
    },
};

/// Everything that reading and checking say of packages, the requested ones and others.
pub(super) fn check_all(requested: GoFiles<'_>, others: GoFiles<'_>) -> (Read, Vec<Diagnostic>) {
    let read = read(requested, others);
    let mut diagnostics = read.diagnostics.clone();
    diagnostics.extend(check(&read.model));
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
