//! Modules replaced by built-in declarations.

/// A module replaced by built-in declarations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct StoodIn {
    /// The path of the missing module: `k8s.io/api`.
    pub path: String,
    /// The version in use, if a go.mod sets it.
    pub version: Option<String>,
    /// The built-in version.
    pub built_in: String,
}
