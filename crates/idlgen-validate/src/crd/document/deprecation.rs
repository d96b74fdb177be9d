//! Deprecation warnings.

use std::cmp::Ordering;

use super::{CustomResourceDefinition, Version};

impl CustomResourceDefinition {
    /// Returns the warning that every response about objects of a deprecated version contains
    /// (`defaultDeprecationWarning` of `k8s.io/apiextensions-apiserver/pkg/apiserver`). This is the CRD's own message,
    /// or a message that names the version to use instead.
    ///
    /// ```
    /// use idlgen_validate::crd::CustomResourceDefinition;
    /// use serde_json::json;
    ///
    /// let (definition, _) = CustomResourceDefinition::from_json(&json!({
    ///     "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    ///     "metadata": {"name": "widgets.example.com"},
    ///     "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "widgets", "kind": "Widget"},
    ///         "versions": [{"name": "v1beta1", "served": true, "storage": false, "deprecated": true},
    ///             {"name": "v1", "served": true, "storage": true}]}}));
    /// assert_eq!(
    ///     definition.deprecation("v1beta1").as_deref(),
    ///     Some("example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget"),
    /// );
    /// assert_eq!(definition.deprecation("v1"), None);
    /// ```
    pub fn deprecation(&self, version: &str) -> Option<String> {
        let version = self.version(version).filter(|version| version.deprecated)?;
        if let Some(said) = &version.deprecation_warning {
            return Some(said.clone());
        }
        let (group, kind) = (&self.group, &self.names.kind);
        let said = format!("{group}/{} {kind} is deprecated", version.name);
        let is_better = |other: &&Version| {
            other.served && !other.deprecated && compare_versions(&version.name, &other.name) == Ordering::Less
        };
        let better = self.versions.iter().filter(is_better).max_by(|a, b| compare_versions(&a.name, &b.name));
        Some(match better {
            Some(better) => format!("{said}; use {group}/{} {kind}", better.name),
            None => said,
        })
    }
}

/// Compares version names by preference. The preferred version is greater: `v1` over `v2beta1` over `v3alpha1` over
/// `bar` over `foo` (`CompareKubeAwareVersionStrings` of `k8s.io/apimachinery/pkg/version`).
pub fn compare_versions(left: &str, right: &str) -> Ordering {
    match (stability(left), stability(right)) {
        (None, None) => right.cmp(left),
        (left, right) => left.cmp(&right),
    }
}

/// Parses a Kubernetes version such as `v2beta1` to its stage, major and minor number.
fn stability(version: &str) -> Option<(Stage, i64, i64)> {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let rest = version.strip_prefix('v')?;
    for (name, stage) in [("alpha", Stage::Alpha), ("beta", Stage::Beta)] {
        if let Some((major, minor)) = rest.split_once(name) {
            return Some((stage, number(major)?, number(minor)?));
        }
    }
    Some((Stage::Stable, number(rest)?, 0))
}

/// The stability of a version, which its name expresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "names of versions have no other")]
pub enum Stage {
    /// An alpha version, such as `v1alpha1`.
    Alpha,
    /// A beta version, such as `v1beta1`.
    Beta,
    /// A stable version, such as `v1`.
    Stable,
}

impl Stage {
    /// Returns the stage of a version, or `None` if its name is not that of a Kubernetes version.
    pub fn of_version(version: &str) -> Option<Self> {
        stability(version).map(|(stage, ..)| stage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stable_versions_come_last() {
        let versions =
            ["foo10", "foo1", "v11alpha2", "v12alpha1", "v3beta1", "v10beta3", "v11beta2", "v1", "v2", "v10"];
        for pair in versions.windows(2) {
            assert_eq!(compare_versions(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        assert_eq!(compare_versions("v1", "v01"), Ordering::Equal);
        assert_eq!(compare_versions("v99999999999999999999", "v1alpha1"), Ordering::Less);
    }

    #[test]
    fn the_best_version_is_named() {
        let version = |name: &str, served, deprecated| Version {
            name: name.to_owned(),
            served,
            deprecated,
            ..Version::default()
        };
        let mut definition = CustomResourceDefinition { group: "g.io".to_owned(), ..Default::default() };
        definition.names.kind = "K".to_owned();
        definition.versions = vec![
            version("v1beta1", true, true),
            version("v1beta2", true, false),
            version("v2alpha1", true, false),
            version("v1", true, false),
            version("v2", false, false),
            version("v3", true, true),
        ];
        let said = |name| definition.deprecation(name);
        assert_eq!(said("v1beta1").as_deref(), Some("g.io/v1beta1 K is deprecated; use g.io/v1 K"));
        assert_eq!(said("v3").as_deref(), Some("g.io/v3 K is deprecated"));
        assert_eq!(said("v1"), None);
        definition.versions[0].deprecation_warning = Some(String::new());
        assert_eq!(definition.deprecation("v1beta1").as_deref(), Some(""));
    }
}
