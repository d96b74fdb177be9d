//! Options for lowering.

use super::conventions::Conventions;
use crate::tool::Tool;

/// Options for [`lower`](super::lower).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// The tool to emulate, and the Kubernetes version.
    pub tool: Tool,
    /// `true` if the schemas are for complete documents, which also define the types that every served group and
    /// version has.
    pub documents: bool,
    /// `true` to omit descriptions, for schemas that are only used for checks.
    pub without_descriptions: bool,
    /// The conventions of the schemas.
    pub conventions: Conventions,
    /// Patterns of packages that API servers serve natively, in addition to those of Kubernetes, in the form of
    /// [`is_served_natively`](crate::model::is_served_natively).
    pub native_packages: Vec<String>,
}

impl LowerOptions {
    /// Returns the options for emulating the output of the tool.
    pub fn of(tool: &Tool) -> Self {
        LowerOptions { tool: *tool, ..LowerOptions::default() }
    }
}
