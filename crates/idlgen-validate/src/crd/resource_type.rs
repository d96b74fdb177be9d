//! One version of a CRD's kind.

use crate::Schema;

/// Whether objects of a kind are namespaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Each object has a namespace.
    #[default]
    Namespaced,
    /// Objects have no namespace.
    Cluster,
}

/// The `scale` subresource: where the numbers of replicas are, as simple JSON paths such as `.spec.replicas`
/// (`CustomResourceSubresourceScale` of `k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// The requested number of replicas: below `.spec`.
    pub spec_replicas_path: String,
    /// The actual number of replicas: below `.status`.
    pub status_replicas_path: String,
    /// The label selector as a string: below `.spec` or `.status`.
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
    /// Whether its objects are namespaced.
    pub scope: Scope,
    /// `true` if the `status` subresource is enabled: then `status` is written separately.
    pub has_status: bool,
    /// The `scale` subresource, if enabled.
    pub scale: Option<Scale>,
    /// The warning to every client, if the version is deprecated.
    pub deprecation: Option<String>,
    /// `spec.preserveUnknownFields` of the CRD: no pruning, and no nulls are dropped.
    pub preserves_unknown_fields: bool,
    /// The schema of entire objects.
    pub schema: Schema,
}

impl ResourceType {
    /// Returns the `apiVersion` of its objects: `example.com/v1`, or `v1` in the core group, whose name is empty.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.group, self.version) }
    }
}

/// Formats a kind with its group for errors (`schema.GroupKind.String` of `k8s.io/apimachinery`). The core group has no
/// name.
pub(super) fn group_kind(group: &str, kind: &str) -> String {
    if group.is_empty() { kind.to_owned() } else { format!("{kind}.{group}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_group_has_no_name() {
        let pod = ResourceType { version: "v1".to_owned(), kind: "Pod".to_owned(), ..ResourceType::default() };
        assert_eq!((pod.api_version().as_str(), group_kind("", "Pod").as_str()), ("v1", "Pod"));
        let widget = ResourceType { group: "example.com".to_owned(), ..pod };
        assert_eq!(widget.api_version(), "example.com/v1");
        assert_eq!(group_kind("example.com", "Widget"), "Widget.example.com");
    }
}
