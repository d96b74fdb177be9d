//! The dependency graph of the main crate, for all platforms.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::Deserialize;

use super::dependencies::cargo;

/// The part of the output of `cargo metadata` that the checks need.
#[derive(Deserialize)]
pub(super) struct Graph {
    pub(super) packages: Vec<Package>,
    resolve: Resolve,
}

/// A package in one version.
#[derive(Deserialize)]
pub(super) struct Package {
    id: String,
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression.
    pub(super) license: Option<String>,
    /// Registry or repository. `None` for packages of the workspace.
    pub(super) source: Option<String>,
    /// The registries that the package may be published to. `None` for all of them.
    publish: Option<Vec<String>>,
    pub(super) dependencies: Vec<Requirement>,
}

/// A dependency as a manifest declares it.
#[derive(Deserialize)]
pub(super) struct Requirement {
    pub(super) name: String,
    /// The version requirement. `*` if the manifest does not limit versions.
    pub(super) req: String,
    source: Option<String>,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    /// The id of the root package of the workspace.
    root: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
    target: Option<String>,
}

impl Graph {
    pub(super) fn read(root: &Path, all_features: bool) -> Result<Self, String> {
        let features: &[&str] = if all_features { &["--all-features"] } else { &[] };
        Self::parse(&cargo(root, &[&["metadata", "--format-version", "1", "--locked"], features].concat())?)
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("cargo metadata: {error}"))
    }

    /// Returns the main crate and all packages that building it needs. cargo-deny starts from the same crate.
    pub(super) fn built(&self) -> impl Iterator<Item = &Package> {
        let nodes: BTreeMap<&str, &Node> = self.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut waiting: Vec<&str> = vec![&self.resolve.root];
        while let Some(id) = waiting.pop() {
            if reached.insert(id) {
                let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
                let built = edges.filter(|edge| edge.dep_kinds.iter().any(Kind::is_built));
                waiting.extend(built.map(|edge| edge.pkg.as_str()));
            }
        }
        self.packages.iter().filter(move |package| reached.contains(package.id.as_str()))
    }
}

impl Kind {
    /// Returns `true` if more than tests need the dependency. `cfg(any())`, which is never true, only limits versions.
    fn is_built(&self) -> bool {
        self.kind.as_deref() != Some("dev") && self.target.as_deref() != Some("cfg(any())")
    }
}

impl Package {
    /// Returns the name and version, as in messages of Cargo.
    pub(super) fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    pub(super) fn can_be_published(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }
}

impl Requirement {
    pub(super) fn is_of_a_registry(&self) -> bool {
        self.source.as_deref().is_some_and(|source| source.starts_with("registry+"))
    }

    pub(super) fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// Graphs for tests.
#[cfg(test)]
pub(super) mod example {
    use serde_json::{Value as Json, json};

    use super::Graph;

    pub(in crate::tidy) const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

    /// Returns a package of crates.io.
    pub(in crate::tidy) fn package(name: &str, version: &str, license: &str) -> Json {
        json!({
            "id": format!("{name}@{version}"), "name": name, "version": version, "license": license,
            "source": CRATES_IO, "publish": null, "dependencies": [],
        })
    }

    /// Returns a graph with the package `own`, which depends on the others: as a dev dependency if the name begins with
    /// `test-`, and not at all if it begins with `no-`.
    pub(in crate::tidy) fn graph(own: &Json, others: &[Json]) -> Graph {
        let edges: Vec<Json> = others
            .iter()
            .map(|other| {
                let begins = |prefix| other["name"].as_str().is_some_and(|name| name.starts_with(prefix));
                let kind = if begins("test-") { json!("dev") } else { Json::Null };
                let target = if begins("no-") { json!("cfg(any())") } else { Json::Null };
                json!({"pkg": other["id"], "dep_kinds": [{"kind": kind, "target": target}]})
            })
            .collect();
        let mut nodes: Vec<Json> = others.iter().map(|other| json!({"id": other["id"], "deps": []})).collect();
        nodes.push(json!({"id": own["id"], "deps": edges}));
        let packages: Vec<Json> = std::iter::once(own).chain(others).cloned().collect();
        let metadata = json!({"packages": packages, "resolve": {"root": own["id"], "nodes": nodes}});
        Graph::parse(&metadata.to_string()).unwrap_or_else(|message| unreachable!("{message}"))
    }

    /// Returns a workspace package.
    pub(in crate::tidy) fn own() -> Json {
        let mut own = package("own", "0.1.0", "MIT");
        own["source"] = Json::Null;
        own
    }
}

#[cfg(test)]
mod tests {
    use super::{Package, example};

    #[test]
    fn what_only_tests_or_no_system_needs_is_not_built() {
        let others = ["a", "test-b", "no-c"].map(|name| example::package(name, "1.0.0", "MIT"));
        let graph = example::graph(&example::own(), &others);
        assert_eq!(graph.built().map(Package::label).collect::<Vec<_>>(), ["own 0.1.0", "a 1.0.0"]);
    }
}
