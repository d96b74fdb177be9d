//! A violation of a rule, and its line in a report.

use crate::{
    diag::{Code, Diagnostic},
    source::Span,
};

/// The prefix of every report line.
pub(super) const PREFIX: &str = "API rule violation: ";

/// A violation of a rule. Sorted in the order of the report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Violation {
    /// The rule name: `names_match`.
    pub rule: &'static str,
    /// The import path.
    pub package: String,
    /// The type. A generic type includes its parameters, as in `List[T]`.
    pub type_name: String,
    /// The Go name of the field.
    pub field: String,
    /// The field's position.
    pub span: Span,
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) advice: String,
}

impl Violation {
    /// Converts the violation to a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::new(self.code, format!("field `{}` of `{}` {}", self.field, self.type_name, self.message))
            .at(self.span)
            .help(&self.advice)
    }

    /// Formats the violation as a line of the report.
    pub(super) fn line(&self) -> String {
        line(self.rule, &self.package, &self.type_name, &self.field)
    }
}

/// Formats a violation as a line of the report.
pub(super) fn line(rule: &str, package: &str, type_name: &str, field: &str) -> String {
    format!("{PREFIX}{rule},{package},{type_name},{field}")
}
