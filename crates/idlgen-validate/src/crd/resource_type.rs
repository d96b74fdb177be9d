//! What a definition says of one version of a kind.

use crate::Schema;

/// Whether objects of a kind live in namespaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Each object is in a namespace.
    #[default]
    Namespaced,
    /// Objects are in no namespace.
    Cluster,
}

/// The `scale` subresource: where an object says how many replicas there are, as simple JSON paths such as
/// `.spec.replicas` (`CustomResourceSubresourceScale` of `k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// How many are wanted: below `.spec`.
    pub spec_replicas_path: String,
    /// How many there are: below `.status`.
    pub status_replicas_path: String,
    /// The selector of what is counted, as text: below `.spec` or `.status`.
    pub label_selector_path: Option<String>,
}

/// One version of a kind of custom resources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceType {
    /// The API group, such as `example.com`.
    pub group: String,
    /// The version, such as `v1`.
    pub version: String,
    /// The kind, such as `Widget`.
    pub kind: String,
    /// Whether its objects live in namespaces.
    pub scope: Scope,
    /// Whether the `status` subresource is enabled: then `status` is written by itself.
    pub has_status: bool,
    /// The `scale` subresource, if it is enabled.
    pub scale: Option<Scale>,
    /// What every client is warned of, if the version is deprecated.
    pub deprecation: Option<String>,
    /// `spec.preserveUnknownFields` of the definition: nothing is pruned and no null dropped.
    pub preserves_unknown_fields: bool,
    /// The schema of whole objects.
    pub schema: Schema,
}

impl ResourceType {
    /// What objects say in `apiVersion`: the version alone in the core group.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }
}
