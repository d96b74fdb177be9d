//! The purpose of a run.

/// The purpose of reading packages, which determines the severity of their problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Generating outputs.
    #[default]
    Outputs,
    /// Reporting findings only.
    Findings,
    /// Validating objects. Their author is not the author of the types, so errors in the types become warnings, and
    /// everything that can be read is used.
    Objects,
}
