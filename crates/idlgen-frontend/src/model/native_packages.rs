//! Built-in packages: their types are built into API servers.

/// The packages of built-in Kubernetes types.
const KUBERNETES: &str = "k8s.io/api/...";

/// Returns `true` if the types of a package are built-in rather than custom resources. `named` contains package
/// patterns in addition to those of Kubernetes: import paths, optionally with `/...` for all packages below.
pub fn is_served_natively(import_path: &str, named: &[String]) -> bool {
    named.iter().map(String::as_str).chain([KUBERNETES]).any(|pattern| names_package(pattern, import_path))
}

/// Returns `true` if a pattern, an import path optionally followed by `/...`, matches a package.
pub fn names_package(pattern: &str, import_path: &str) -> bool {
    let Some(root) = pattern.strip_suffix("/...") else { return pattern == import_path };
    import_path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kubernetes_and_what_is_named_is_native() {
        let named = ["example.com/own/v1".to_owned(), "example.com/all/...".to_owned()];
        for (package, expected) in [
            ("k8s.io/api/core/v1", true),
            ("k8s.io/apimachinery/pkg/apis/meta/v1", false),
            ("example.com/own/v1", true),
            ("example.com/own/v1/inner", false),
            ("example.com/all", true),
            ("example.com/all/v1", true),
            ("example.com/allother", false),
        ] {
            assert_eq!(is_served_natively(package, &named), expected, "{package}");
        }
    }
}
