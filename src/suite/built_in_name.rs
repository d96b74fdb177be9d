//! The names of built-in kinds in suites.

use crate::{builtin::Table, diag::nearest};

/// The name of a built-in kind: `apps/v1 Deployment`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuiltInName {
    /// The group and version.
    pub api_version: String,
    /// The kind.
    pub kind: String,
}

impl BuiltInName {
    /// Reads `apps/v1 Deployment`. Returns `None` for other strings.
    pub fn read(text: &str) -> Option<Self> {
        let (api_version, kind) = text.trim().split_once(' ')?;
        let (api_version, kind) = (api_version.to_owned(), kind.trim().to_owned());
        (!kind.is_empty() && !kind.contains(' ')).then_some(BuiltInName { api_version, kind })
    }

    /// Returns the kind with the most similar name in Kubernetes 1.`kubernetes_minor`.
    pub(crate) fn nearest(kind: &str, kubernetes_minor: u16) -> Option<&'static str> {
        let rows = Table::of(kubernetes_minor).into_iter().flat_map(|table| &table.kinds);
        nearest(kind, rows.map(|row| row.kind.as_str()))
    }

    /// Returns the names of the built-in kinds with this kind in Kubernetes 1.`kubernetes_minor`.
    pub fn all_of(kind: &str, kubernetes_minor: u16) -> Vec<Self> {
        let rows = Table::of(kubernetes_minor).into_iter().flat_map(|table| &table.kinds);
        let rows = rows.filter(|row| row.kind == kind);
        rows.map(|row| BuiltInName { api_version: row.api_version.clone(), kind: row.kind.clone() }).collect()
    }
}

impl std::fmt::Display for BuiltInName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.api_version, self.kind)
    }
}
