//! Versions: one version of each crate, and no wildcard requirement (`*`).

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::level::Level;
use crate::tidy::graph::{Graph, Package};

/// The section `bans`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Bans {
    #[serde(rename = "multiple-versions")]
    _multiple_versions: Level,
    #[serde(rename = "wildcards")]
    _wildcards: Level,
    /// Whether unpublished packages and tests may have a path dependency without a version.
    allow_wildcard_paths: bool,
    /// Versions that may be in the graph next to another one: `name@version`, which matches all versions that begin
    /// with it.
    #[serde(default)]
    skip: Vec<String>,
}

impl Bans {
    pub(super) fn problems(&self, graph: &Graph) -> Vec<String> {
        let mut problems = Vec::new();
        let mut by_name: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
        for package in graph.built() {
            by_name.entry(&package.name).or_default().push(package);
            problems.append(&mut self.wildcards(package));
        }
        let mut needed = BTreeSet::new();
        for (name, packages) in by_name {
            let (skipped, kept): (Vec<&Package>, Vec<&Package>) =
                packages.iter().partition(|package| self.skip.iter().any(|skip| matches(skip, package)));
            if let [_, _, ..] = kept[..] {
                let versions: Vec<&str> = kept.iter().map(|package| package.version.as_str()).collect();
                problems.push(format!("{name}: more than one version: {}", versions.join(", ")));
            }
            if packages.len() > 1 {
                needed
                    .extend(skipped.iter().flat_map(|package| self.skip.iter().filter(|skip| matches(skip, package))));
            }
        }
        let stale = self.skip.iter().filter(|skip| !needed.contains(skip));
        problems.extend(stale.map(|skip| format!("deny.toml: nothing to skip for {skip}")));
        problems
    }

    /// Returns the dependencies of a package without a version limit.
    fn wildcards(&self, package: &Package) -> Vec<String> {
        let is_allowed = |is_of_a_registry: bool, is_for_tests: bool| {
            self.allow_wildcard_paths && !is_of_a_registry && (is_for_tests || !package.can_be_published())
        };
        let dependencies = package.dependencies.iter().filter(|dependency| dependency.req == "*");
        dependencies
            .filter(|dependency| !is_allowed(dependency.is_of_a_registry(), dependency.is_for_tests()))
            .map(|dependency| format!("{}: any version of {}", package.label(), dependency.name))
            .collect()
    }
}

/// Returns `true` if `name@1.2` matches a package: 1.2.0, but not 1.20.0.
fn matches(skip: &str, package: &Package) -> bool {
    let (name, version) = skip.split_once('@').unwrap_or((skip, ""));
    let rest = package.version.strip_prefix(version);
    name == package.name && rest.is_some_and(|rest| version.is_empty() || rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::Bans;
    use crate::tidy::graph::example::{CRATES_IO, graph, own, package};

    fn problems(skip: &[&str], own: &Json, others: &[(&str, &str)]) -> Vec<String> {
        let section =
            format!("multiple-versions = \"deny\"\nwildcards = \"deny\"\nallow-wildcard-paths = true\nskip = {skip:?}");
        let section: Bans = toml::from_str(&section).unwrap_or_else(|error| unreachable!("{error}"));
        let others: Vec<Json> = others.iter().map(|(name, version)| package(name, version, "MIT")).collect();
        section.problems(&graph(own, &others))
    }

    #[test]
    fn two_versions_of_a_crate_are_a_problem() {
        let two = [("a", "1.0.0"), ("a", "2.0.0"), ("b", "1.0.0")];
        assert_eq!(problems(&[], &own(), &two), ["a: more than one version: 1.0.0, 2.0.0"]);
        assert!(problems(&["a@1"], &own(), &two).is_empty());
        assert!(problems(&[], &own(), &[("test-a", "1.0.0"), ("test-a", "2.0.0")]).is_empty());
    }

    #[test]
    fn a_version_matches_in_full() {
        let two = [("a", "0.20.0"), ("a", "0.2.1")];
        assert!(problems(&["a@0.2"], &own(), &two).is_empty());
        let three = [("a", "0.20.0"), ("a", "0.2.1"), ("a", "0.21.0")];
        assert_eq!(problems(&["a@0.2"], &own(), &three), ["a: more than one version: 0.20.0, 0.21.0"]);
    }

    #[test]
    fn a_stale_line_is_a_problem() {
        let expected = ["deny.toml: nothing to skip for a@1", "deny.toml: nothing to skip for c@1"];
        assert_eq!(problems(&["a@1", "c@1"], &own(), &[("a", "1.0.0")]), expected);
    }

    #[test]
    fn a_requirement_without_a_version_is_a_problem() {
        let with = |source: Json, kind: Json, publish: Json| {
            let mut own = own();
            own["publish"] = publish;
            own["dependencies"] = json!([{"name": "a", "req": "*", "source": source, "kind": kind}]);
            problems(&[], &own, &[("a", "1.0.0")])
        };
        let expected = ["own 0.1.0: any version of a"];
        assert_eq!(with(json!(CRATES_IO), Json::Null, Json::Null), expected);
        assert_eq!(with(json!(CRATES_IO), json!("dev"), json!([])), expected);
        assert_eq!(with(Json::Null, Json::Null, Json::Null), expected);
        assert!(with(Json::Null, json!("dev"), Json::Null).is_empty());
        assert!(with(Json::Null, Json::Null, json!([])).is_empty());
    }
}
