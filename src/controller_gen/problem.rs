//! Errors with controller-gen's messages.

use crate::{diag::Diagnostic, emit::crd::codes::CONTROLLER_GEN, source::Span};

/// An error of controller-gen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The import path of the package with the error.
    pub package: String,
    /// The location, if controller-gen reports it.
    pub place: Option<Span>,
    pub message: String,
    /// `true` if a type was not found, so that a missing package may be the cause.
    pub is_unresolved: bool,
}

impl Problem {
    /// Creates an error of a package.
    pub(super) fn new(package: &str, place: Option<Span>, message: String) -> Self {
        Problem { package: package.to_owned(), place, message, is_unresolved: false }
    }

    /// Creates an error about a type that was not found.
    pub(super) fn unknown_type(package: &str, place: Option<Span>, name: &str) -> Self {
        Problem { is_unresolved: true, ..Problem::new(package, place, format!("unknown type {name}")) }
    }

    /// Converts the error to a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        match self.place {
            Some(place) => Diagnostic::new(CONTROLLER_GEN, self.message.clone()).at(place),
            // controller-gen's format for an error without a position.
            None => Diagnostic::new(CONTROLLER_GEN, format!("{}:-: {}", self.package, self.message)),
        }
    }
}

/// The message for an interface type.
pub(super) const INTERFACE: &str =
    "interface type is not supported in CRD schemas; consider using an explicit type or apiextensionsv1.JSON instead";
