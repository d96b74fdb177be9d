//! Kubernetes versions.

use crate::macros::MacroSet;
use crate::parser::ParserOptions;

/// A minor version of Kubernetes 1.x: the libraries and language features of its API server.
///
/// An API server compiles new rules with the libraries of the previous version, so that they survive a rollback.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(u8);

impl Version {
    /// Creates `1.minor`.
    pub const fn new(minor: u8) -> Self {
        Self(minor)
    }

    /// Returns the `35` of `1.35`.
    pub const fn minor(self) -> u8 {
        self.0
    }

    /// Returns `true` if `int < double` and similar comparisons are declared: since 1.28.
    pub(crate) const fn compares_different_numbers(self) -> bool {
        self.0 >= 28
    }

    /// Returns `true` if the compiler validates literal arguments and rejects list and map literals with mixed types:
    /// since 1.29.
    pub(crate) const fn checks_literals(self) -> bool {
        self.0 >= 29
    }

    /// Returns the earliest version with the same libraries, language and costs: an expression compiles to the same
    /// result in all of them.
    pub(super) const fn earliest_alike(self) -> Self {
        match self.0 {
            35 => Self(34),
            _ => self,
        }
    }

    /// Returns the syntax and macros that the parser accepts in this version.
    pub const fn parser_options(self) -> ParserOptions {
        let macros = MacroSet { optional: self.0 >= 28, two_variables: self.0 >= 32, sort_by: self.0 >= 34 };
        ParserOptions { optional_syntax: self.0 >= 28, escaped_identifiers: self.0 >= 37, macros }
    }
}

impl Default for Version {
    /// Returns 1.35.
    fn default() -> Self {
        Self(35)
    }
}
