//! The data of one Kubernetes minor version: its kinds, its removed kinds, and its definitions.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::{Deserialize, Serialize};

use super::versions::{BYTES, NEWEST_MINOR, OLDEST_MINOR, known_minor};
use crate::archive::Archive;

/// The number of supported minor versions.
const MINORS: usize = (NEWEST_MINOR - OLDEST_MINOR) as usize + 1;

/// The tables of the supported minor versions, in ascending order. Each is read when it is first needed.
static TABLES: [OnceLock<Option<Table>>; MINORS] = [const { OnceLock::new() }; MINORS];

/// The stored data of a minor version.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The source modules: `k8s.io/api v0.35.10`.
    pub modules: Vec<String>,
    pub kinds: Vec<KindRow>,
    /// Removed kinds that still have Go types.
    pub removed: Vec<RemovedRow>,
    /// For each Go package, the lines of its part with this version's definitions.
    pub definitions: BTreeMap<String, Vec<usize>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KindRow {
    /// Group and version as in objects: `apps/v1`.
    pub api_version: String,
    pub kind: String,
    /// The name of its definition.
    pub definition: String,
    /// `true` for a namespaced kind.
    pub is_namespaced: bool,
    /// `true` if it has a status subresource: the status is dropped from creations and updates.
    pub has_status: bool,
    /// `true` if its objects are stored. Others are requests to which a server responds immediately.
    pub is_stored: bool,
    /// The deprecation warning of servers, if the kind is deprecated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecation: Option<String>,
}

/// A removed kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RemovedRow {
    /// Group and version as in objects.
    pub api_version: String,
    pub kind: String,
    /// The first version without it: `1.25`.
    pub removed: String,
    /// The replacement group and version.
    pub replacement: Option<String>,
}

/// Kinds whose objects are created with the client's status (`PrepareForCreate` of
/// `k8s.io/kubernetes/pkg/registry/{core/node,networking/servicecidr}`).
const KEEPS_STATUS: [&str; 2] = ["Node", "ServiceCIDR"];

impl KindRow {
    /// Creates a kind.
    pub fn new(api_version: String, kind: String, definition: String) -> Self {
        KindRow { api_version, kind, definition, ..KindRow::default() }
    }

    /// Returns `true` if the client's status is dropped on creation.
    pub fn drops_status(&self) -> bool {
        self.has_status && !KEEPS_STATUS.contains(&self.kind.as_str())
    }

    /// Returns the start of a server's message about an object that it cannot decode
    /// (`k8s.io/apiserver/pkg/endpoints/handlers.transformDecodeError`).
    pub fn heading(&self) -> String {
        let version = self.api_version.rsplit('/').next().unwrap_or_default();
        let kind = &self.kind;
        format!("{kind} in version {} cannot be handled as a {kind}: ", idlgen_runtime::go::quote(version))
    }
}

impl RemovedRow {
    /// Creates a removed kind.
    pub fn new(api_version: String, kind: String, removed: String, replacement: Option<String>) -> Self {
        RemovedRow { api_version, kind, removed, replacement }
    }
}

impl Table {
    /// Returns the name of the archive part with the table of a minor version.
    pub fn part(minor: u16) -> String {
        format!("1.{minor}")
    }

    /// Returns the table of the supported minor version that is closest to Kubernetes 1.`minor`, or `None` if the data
    /// is not part of this build.
    pub fn of(minor: u16) -> Option<&'static Self> {
        let minor = known_minor(minor);
        let index = usize::from(minor - OLDEST_MINOR);
        TABLES.get(index)?.get_or_init(|| Table::read(&Archive::read(BYTES).ok()?, minor)).as_ref()
    }

    /// Reads the table of a minor version.
    fn read(archive: &Archive<'_>, minor: u16) -> Option<Self> {
        serde_json::from_str(&archive.text(&Table::part(minor))?).ok()
    }

    pub fn kind(&self, api_version: &str, kind: &str) -> Option<&KindRow> {
        self.kinds.iter().find(|row| row.api_version == api_version && row.kind == kind)
    }

    /// Iterates over the kinds of a group and version.
    pub fn kinds_of<'t>(&'t self, api_version: &'t str) -> impl Iterator<Item = &'t KindRow> {
        self.kinds.iter().filter(move |row| row.api_version == api_version)
    }
}
