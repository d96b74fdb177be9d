//! What tags mean for the Go type they stand on: one rule a file.

use crate::{diag::Diagnostic, model::Model};

/// Everything that is wrong with the tags of the requested packages, in order of position.
pub fn check(model: &Model) -> Vec<Diagnostic> {
    let _ = model;
    Vec::new()
}
