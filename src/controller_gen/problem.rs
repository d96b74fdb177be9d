//! Errors of controller-gen.

use crate::{diag::Diagnostic, emit::crd::codes::CONTROLLER_GEN, source::Span};

/// An error of controller-gen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The import path of the package with the error.
    pub package: String,
    /// The location, if controller-gen reports it.
    pub place: Option<Span>,
    /// The message of controller-gen.
    pub message: String,
}

impl Problem {
    /// Converts the error to a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        match self.place {
            Some(place) => Diagnostic::new(CONTROLLER_GEN, self.message.clone()).at(place),
            // controller-gen's format for an error without a position.
            None => Diagnostic::new(CONTROLLER_GEN, format!("{}:-: {}", self.package, self.message)),
        }
    }
}
