//! The severity of a diagnostic.

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not reported.
    Off,
    /// Informational.
    Info,
    /// Output is written; the author should review the code.
    Warning,
    /// No output is written.
    Error,
}
