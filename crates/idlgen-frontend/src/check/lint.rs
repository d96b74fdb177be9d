//! A lint, as its file declares it.

use super::declaration::TaggedDeclaration;
use crate::diag::{Code, Diagnostic};

/// A lint: its codes and its function. Its file contains everything else.
pub(super) struct Lint {
    /// The codes of its diagnostics.
    pub(super) codes: &'static [Code],
    /// `true` if it checks single tags, so that it also applies to the tag inside an `+override`.
    pub(super) judges_overrides: bool,
    /// Checks a declaration and adds diagnostics.
    pub(super) check: fn(&TaggedDeclaration<'_>, &mut Vec<Diagnostic>),
}
