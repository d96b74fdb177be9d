//! Options for lowering.

use super::conventions::Conventions;
use crate::tool::Tool;

/// Options for [`lower`](super::lower).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerOptions {
    /// The tool whose behavior applies, and the version of Kubernetes.
    pub tool: Tool,
    /// `true` if the schemas are for complete documents: then the types of every served group and version are defined
    /// too.
    pub documents: bool,
    /// `true` to omit descriptions: the schemas are only used for checks.
    pub without_descriptions: bool,
    /// The conventions of the schemas.
    pub conventions: Conventions,
    /// Patterns of packages that API servers serve natively, in addition to those of Kubernetes, in the form of
    /// [`is_served_natively`](crate::model::is_served_natively).
    pub native_packages: Vec<String>,
}

impl LowerOptions {
    /// Returns the options for the output of the tool.
    pub fn of(tool: &Tool) -> Self {
        LowerOptions { tool: *tool, ..LowerOptions::default() }
    }
}
