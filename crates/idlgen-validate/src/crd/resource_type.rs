//! A type of custom resources, as its objects are judged by it.

use crate::Schema;

/// A type of custom resources: one version of a definition.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "callers without a definition make it")]
pub struct ResourceType {
    /// The API group.
    pub group: String,
    /// The version of the group.
    pub version: String,
    /// The kind of its objects.
    pub kind: String,
    /// Whether objects live in namespaces.
    pub scope: Scope,
    /// Whether the status is a subresource.
    pub has_status: bool,
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Whether fields that the schema does not know are kept everywhere (`spec.preserveUnknownFields`).
    pub preserves_unknown_fields: bool,
    /// The schema of objects.
    pub schema: Schema,
}

/// Whether objects of a type live in namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "Kubernetes has these two")]
pub enum Scope {
    /// In namespaces.
    Namespaced,
    /// Not in namespaces.
    Cluster,
}

/// Where the scale subresource finds its values: JSON paths such as `.spec.replicas`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers without a definition make it")]
pub struct Scale {
    /// `specReplicasPath`, under `.spec`.
    pub spec_replicas_path: String,
    /// `statusReplicasPath`, under `.status`.
    pub status_replicas_path: String,
    /// `labelSelectorPath`, under `.spec` or `.status`.
    pub label_selector_path: Option<String>,
}
