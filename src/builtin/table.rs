//! What one minor version of Kubernetes has: its kinds, the kinds that it has no more, and which definitions are its.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::archive::Archive;

/// What one minor version has, as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The modules that it was made from: `k8s.io/api v0.35.10`.
    pub modules: Vec<String>,
    /// Its kinds.
    pub kinds: Vec<KindRow>,
    /// Kinds that are still among the Go types, and that servers have no more.
    pub removed: Vec<RemovedRow>,
    /// For each Go package, which lines of its part are this version's definitions.
    pub definitions: BTreeMap<String, Vec<usize>>,
}

/// A kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindRow {
    /// Group and version as objects state them: `apps/v1`.
    pub api_version: String,
    /// The kind.
    pub kind: String,
    /// The name of its definition.
    pub definition: String,
    /// Whether its objects lie in namespaces.
    pub is_namespaced: bool,
    /// Whether it has a status of its own, which is dropped from what creates or updates objects.
    pub has_status: bool,
    /// Whether its objects are stored; others are questions that a server answers at once.
    pub is_stored: bool,
    /// What servers warn everybody of who uses it, if it is deprecated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<String>,
}

/// A kind that servers have no more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RemovedRow {
    /// Group and version as objects state them.
    pub api_version: String,
    /// The kind.
    pub kind: String,
    /// The version that goes without it: `1.25`.
    pub removed: String,
    /// Group and version that have it instead.
    pub replacement: Option<String>,
}

/// Kinds whose objects are created with the status that the client writes (`PrepareForCreate` of
/// `k8s.io/kubernetes/pkg/registry/{core/node,networking/servicecidr}`).
const KEEPS_STATUS: [&str; 2] = ["Node", "ServiceCIDR"];

impl KindRow {
    /// A kind.
    pub fn new(api_version: String, kind: String, definition: String) -> Self {
        KindRow { api_version, kind, definition, ..KindRow::default() }
    }

    /// Whether the status that a client writes is dropped when an object is created.
    pub fn drops_status(&self) -> bool {
        self.has_status && !KEEPS_STATUS.contains(&self.kind.as_str())
    }

    /// The beginning of a server's text about an object that it cannot read
    /// (`k8s.io/apiserver/pkg/endpoints/handlers.transformDecodeError`).
    pub fn heading(&self) -> String {
        let version = self.api_version.rsplit('/').next().unwrap_or_default();
        let kind = &self.kind;
        format!("{kind} in version {} cannot be handled as a {kind}: ", idlgen_runtime::go::quote(version))
    }
}

impl RemovedRow {
    /// A kind that servers have no more.
    pub fn new(api_version: String, kind: String, removed: String, replacement: Option<String>) -> Self {
        RemovedRow { api_version, kind, removed, replacement }
    }
}

impl Table {
    /// The name of the part that holds the table of a minor version.
    pub fn part(minor: u16) -> String {
        format!("1.{minor}")
    }

    /// The table of a minor version.
    pub fn of(archive: &Archive<'_>, minor: u16) -> Option<Self> {
        serde_json::from_str(&archive.text(&Table::part(minor))?).ok()
    }

    /// The row of a kind.
    pub fn kind(&self, api_version: &str, kind: &str) -> Option<&KindRow> {
        self.kinds.iter().find(|row| row.api_version == api_version && row.kind == kind)
    }

    /// The kinds of a group and version.
    pub fn kinds_of<'t>(&'t self, api_version: &'t str) -> impl Iterator<Item = &'t KindRow> {
        self.kinds.iter().filter(move |row| row.api_version == api_version)
    }
}
