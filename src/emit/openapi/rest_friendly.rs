//! Definition names published by API servers before Kubernetes 1.35
//! (`k8s.io/kube-openapi/pkg/util.ToRESTFriendlyName`).

/// Returns the published name of a Go type: reverses the first part of the import path if it is a domain, and replaces
/// slashes with dots.
///
/// `k8s.io/api/core/v1.Pod` becomes `io.k8s.api.core.v1.Pod`.
pub(super) fn rest_friendly(name: &str) -> String {
    let Some((domain, path)) = name.split_once('/') else { return turned(name) };
    format!("{}.{}", turned(domain), path.replace('/', "."))
}

fn turned(domain: &str) -> String {
    let mut labels: Vec<&str> = domain.split('.').collect();
    labels.reverse();
    labels.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_go_types() {
        for (name, expected) in [
            ("k8s.io/api/core/v1.Pod", "io.k8s.api.core.v1.Pod"),
            ("example.com/a-b/v1.T", "com.example.a-b.v1.T"),
            ("local/v1.T", "local.v1.T"),
            ("plain", "plain"),
            // Applying it twice is not the same as applying it once.
            ("io.k8s.api.core.v1.Pod", "Pod.v1.core.api.k8s.io"),
        ] {
            assert_eq!(rest_friendly(name), expected);
        }
    }
}
