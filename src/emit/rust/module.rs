//! Rust modules of Go packages.

use super::name::snake_case;

/// The path of a Rust module relative to the root of the generated code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ModulePath {
    /// The module names.
    pub(super) segments: Vec<String>,
}

impl ModulePath {
    /// Returns the module of a Go package: the parts of its import path as Rust names.
    pub(super) fn of_package(import_path: &str) -> Self {
        let segments: Vec<String> = import_path
            .split('/')
            .filter(|part| !part.is_empty())
            .map(|part| part.split(['.', '-']).map(lower_snake).collect::<Vec<_>>().join("_"))
            .map(|part| snake_case(&part))
            // `mod.rs` would be the file of the parent module.
            .map(|part| if part == "mod" { "mod_".to_owned() } else { part })
            .collect();
        ModulePath { segments }
    }

    /// Returns the path from inside this module to `other`, without a leading `self`: for example,
    /// `super::super::meta::v1`.
    pub(super) fn way_to(&self, other: &ModulePath) -> Vec<String> {
        let common = self.segments.iter().zip(&other.segments).take_while(|(left, right)| left == right).count();
        let up = self.segments.len() - common;
        std::iter::repeat_n("super".to_owned(), up).chain(other.segments.iter().skip(common).cloned()).collect()
    }

    /// Returns the file of the module relative to the root: `k8s_io/api/core/v1.rs`.
    pub(super) fn file(&self) -> String {
        format!("{}.rs", self.segments.join("/"))
    }

    /// Returns possible aliases for this module in other modules, shortest first. A version such as `v1` is ambiguous,
    /// so the shortest alias includes the parent.
    pub(super) fn aliases(&self) -> Vec<String> {
        let count = self.segments.len();
        let is_version = self.segments.last().is_some_and(|last| {
            last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        });
        let shortest = if is_version { 2 } else { 1 };
        (shortest..=count.max(shortest))
            .map(|length| {
                self.segments.iter().skip(count.saturating_sub(length)).cloned().collect::<Vec<_>>().join("_")
            })
            .collect()
    }
}

/// Converts a part of an import path to snake case. Go package names are lowercase; any capitals separate words.
fn lower_snake(part: &str) -> String {
    if part.chars().any(char::is_uppercase) { snake_case(part) } else { part.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_paths_become_modules() {
        for (import_path, expected) in [
            ("k8s.io/api/core/v1", "k8s_io::api::core::v1"),
            ("sigs.k8s.io/gateway-api/apis/v1", "sigs_k8s_io::gateway_api::apis::v1"),
            ("github.com/Azure/type/v2", "github_com::azure::type::v2"),
            ("example.com/3d/self", "example_com::_3d::self_"),
            ("example.com/mod/mod", "example_com::mod_::mod_"),
        ] {
            assert_eq!(ModulePath::of_package(import_path).segments.join("::"), expected);
        }
    }

    #[test]
    fn ways_lead_up_and_down() {
        let core = ModulePath::of_package("k8s.io/api/core/v1");
        let meta = ModulePath::of_package("k8s.io/apimachinery/pkg/apis/meta/v1");
        let runtime = ModulePath::of_package("k8s.io/apimachinery/pkg/runtime");
        let schema = ModulePath::of_package("k8s.io/apimachinery/pkg/runtime/schema");
        assert_eq!(core.way_to(&meta).join("::"), "super::super::super::apimachinery::pkg::apis::meta::v1");
        assert_eq!(runtime.way_to(&schema).join("::"), "schema");
        assert_eq!(schema.way_to(&runtime).join("::"), "super");
        assert_eq!(core.file(), "k8s_io/api/core/v1.rs");
    }

    #[test]
    fn aliases_say_enough() {
        let meta = ModulePath::of_package("k8s.io/apimachinery/pkg/apis/meta/v1");
        assert_eq!(meta.aliases().first().map(String::as_str), Some("meta_v1"));
        let intstr = ModulePath::of_package("k8s.io/apimachinery/pkg/util/intstr");
        assert_eq!(intstr.aliases().first().map(String::as_str), Some("intstr"));
        assert_eq!(ModulePath::of_package("v1").aliases(), ["v1"]);
    }
}
