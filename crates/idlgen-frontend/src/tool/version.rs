//! Differences between Kubernetes versions that apply to all tools that publish the behavior of servers.

/// Returns `true` if elements have defaults. Kubernetes 1.37 dropped them (kube-openapi #606).
pub(super) fn item_defaults(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 36
}

/// Returns `true` if methods and tags can define definition names, since Kubernetes 1.35. Before, definition names were
/// derived from import paths.
pub(super) fn model_names(kubernetes_minor: u16) -> bool {
    kubernetes_minor >= 35
}

/// Returns `true` if backslashes in comments are escapes. Since Kubernetes 1.32, comments are published as written;
/// before, they were inserted into Go string literals.
pub(super) fn escapes_in_comments(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 31
}

/// Returns `true` if structs with custom JSON decoding have a default. Kubernetes 1.29 introduced the check for a
/// method `UnmarshalJSON`.
pub(super) fn defaults_of_own_json(kubernetes_minor: u16) -> bool {
    kubernetes_minor <= 28
}
