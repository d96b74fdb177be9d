//! What controller-gen says is wrong.

use crate::{diag::Diagnostic, emit::crd::codes::CONTROLLER_GEN, source::Span};

/// An error of controller-gen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The import path of the package in which it is found.
    pub package: String,
    /// Where, if controller-gen says it.
    pub place: Option<Span>,
    /// What, in its words.
    pub message: String,
}

impl Problem {
    /// The problem as a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        match self.place {
            Some(place) => Diagnostic::new(CONTROLLER_GEN, self.message.clone()).at(place),
            // As controller-gen prints what has no position.
            None => Diagnostic::new(CONTROLLER_GEN, format!("{}:-: {}", self.package, self.message)),
        }
    }
}
