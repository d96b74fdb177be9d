//! Differences between versions of Kubernetes for all tools that publish the behavior of its servers.

/// Kubernetes 1.37 dropped the defaults of elements (kube-openapi #606).
pub(super) fn item_defaults(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 36
}

/// Kubernetes 1.35 introduced definition names. Before, they were derived from import paths.
pub(super) fn model_names(kubernetes_minor: u16) -> bool {
    kubernetes_minor >= 35
}

/// Kubernetes 1.32 publishes comments as they are written; before, they were pasted into string literals of Go.
pub(super) fn escapes_in_comments(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 31
}

/// Kubernetes 1.29 introduced the check for a method `UnmarshalJSON`.
pub(super) fn defaults_of_own_json(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 28
}
