//! The severity of a diagnostic.

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not reported.
    Off,
    /// Informational.
    Info,
    /// A likely mistake. It changes the exit status only with `--deny-warnings`.
    Warning,
    /// A mistake. The exit status is 1, and the outputs that depend on it are usually withheld.
    Error,
}
