//! What a zero value means in objects of a type.

use idlgen_validate::engine::ZeroMode;

/// The packages of the types that every API server serves natively.
const KUBERNETES: &str = "k8s.io/api/...";

/// What zero means in objects of the types of a package: in those that are served natively what it means in Go, in
/// custom resources what is written. `native` are patterns of packages besides those of Kubernetes.
pub(super) fn of_package(import_path: &str, native: &[String]) -> ZeroMode {
    let is_native = native.iter().map(String::as_str).chain([KUBERNETES]).any(|pattern| matches(pattern, import_path));
    if is_native { ZeroMode::Native } else { ZeroMode::Crd }
}

/// Whether a pattern, an import path or one with `/...` behind it, names a package.
fn matches(pattern: &str, import_path: &str) -> bool {
    let Some(root) = pattern.strip_suffix("/...") else { return pattern == import_path };
    import_path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kubernetes_and_what_is_named_is_native() {
        let native = ["example.com/own/v1".to_owned(), "example.com/all/...".to_owned()];
        for (package, expected) in [
            ("k8s.io/api/core/v1", ZeroMode::Native),
            ("k8s.io/apiserver/pkg/apis/v1", ZeroMode::Crd),
            ("example.com/own/v1", ZeroMode::Native),
            ("example.com/own/v1beta1", ZeroMode::Crd),
            ("example.com/all", ZeroMode::Native),
            ("example.com/all/v1", ZeroMode::Native),
            ("example.com/allies/v1", ZeroMode::Crd),
        ] {
            assert_eq!(of_package(package, &native), expected, "{package}");
        }
    }
}
