//! The settings of lowering.

use super::conventions::Conventions;
use crate::tool::Tool;

/// Settings of [`lower`](super::lower).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerOptions {
    /// The tool whose decisions count, and the version of Kubernetes.
    pub tool: Tool,
    /// Whether whole documents are made of the schemas: then the types that every served group and version has are
    /// defined too.
    pub documents: bool,
    /// Whether comments are no matter: the schemas are only judged, and definitions are made of others.
    pub without_descriptions: bool,
    /// Whose conventions the schemas follow.
    pub conventions: Conventions,
    /// Patterns of packages that API servers serve natively besides those of Kubernetes, as
    /// [`is_served_natively`](crate::model::is_served_natively) takes them.
    pub native_packages: Vec<String>,
}

impl LowerOptions {
    /// The settings under which the tool's definitions come out.
    pub fn of(tool: &Tool) -> Self {
        LowerOptions { tool: *tool, ..LowerOptions::default() }
    }
}
