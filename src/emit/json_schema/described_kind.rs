//! A kind of objects with its schema.

use idlgen_validate::{Definitions, Schema};

/// A kind of objects.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers fill it in")]
pub struct DescribedKind<'a> {
    /// The API group. Empty for the core group.
    pub group: &'a str,
    /// The API version: `v1beta1`.
    pub version: &'a str,
    /// The kind in CamelCase: `Deployment`.
    pub kind: &'a str,
    /// The schema of entire objects.
    pub schema: &'a Schema,
    /// The definitions it may reference.
    pub definitions: &'a Definitions,
    /// `true` if servers decode the objects into Go types. Otherwise they are custom resources.
    pub is_native: bool,
    /// The deprecation warning of servers, if the kind is deprecated.
    pub deprecation: Option<&'a str>,
}

impl DescribedKind<'_> {
    /// Returns group and version as in `apiVersion`.
    pub(super) fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.to_owned() } else { format!("{}/{}", self.group, self.version) }
    }

    /// Returns the file name that kubeconform (`{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`) and
    /// yaml-language-server (`yaml.kubernetesCRDStore.url`) expect. For the core group, both use the version in place
    /// of the group.
    pub fn path(&self) -> String {
        let group = if self.group.is_empty() { self.version } else { self.group };
        format!("{group}/{}_{}.json", self.kind, self.version).to_lowercase()
    }
}
