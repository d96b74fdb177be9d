//! Versions of Kubernetes.

use crate::macros::MacroSet;
use crate::parser::ParserOptions;

/// A minor version of Kubernetes 1: the libraries and the language that its API server gives to expressions.
///
/// An API server compiles new rules with the libraries of the version before its own, so that they survive a rollback.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(u8);

impl Version {
    /// `1.minor`.
    pub const fn new(minor: u8) -> Self {
        Self(minor)
    }

    /// The minor number.
    pub const fn minor(self) -> u8 {
        self.0
    }

    /// Since 1.28: `int < double` and the like.
    pub(crate) const fn compares_different_numbers(self) -> bool {
        self.0 >= 28
    }

    /// Since 1.29: arguments that are literals are checked, and mixed list and map literals are refused.
    pub(crate) const fn checks_literals(self) -> bool {
        self.0 >= 29
    }

    /// The earliest version with the same libraries, language and prices: what compiles in one of them compiles in the
    /// others to the same.
    pub(super) const fn earliest_alike(self) -> Self {
        match self.0 {
            35 => Self(34),
            _ => self,
        }
    }

    /// What the parser accepts.
    pub const fn parser_options(self) -> ParserOptions {
        let macros = MacroSet { optional: self.0 >= 28, two_variables: self.0 >= 32, sort_by: self.0 >= 34 };
        ParserOptions { optional_syntax: self.0 >= 28, escaped_identifiers: self.0 >= 37, macros }
    }
}

impl Default for Version {
    /// 1.35.
    fn default() -> Self {
        Self(35)
    }
}
