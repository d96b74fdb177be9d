//! Codes of diagnostics.

use std::fmt;

use super::{Severity, codes};

/// The code of a diagnostic, such as `IDL0301`. The value is the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

/// What is known of a code: the one table behind diagnostics, `idlgen explain` and docs/diagnostics.md.
#[derive(Debug)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// A short name in kebab case: `unknown-tag`.
    pub slug: &'static str,
    /// The severity without configuration.
    pub severity: Severity,
    /// One sentence.
    pub summary: &'static str,
    /// Markdown: why it matters, an example that gives it, and the corrected example.
    pub explanation: &'static str,
}

impl Code {
    /// The table's row. Every code that the program uses has one (a test sees to it).
    pub fn info(self) -> &'static CodeInfo {
        codes::all().find(|info| info.code == self).unwrap_or(&codes::UNKNOWN)
    }

    /// The code of that name, in either form: `IDL0301` or `unknown-tag`.
    pub fn from_name(name: &str) -> Option<Code> {
        codes::all().find(|info| info.slug == name || info.code.to_string() == name).map(|info| info.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IDL{:04}", self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
