//! The policy for the dependency graph: the checks `bans`, `licenses` and `sources` of cargo-deny, with the same
//! deny.toml. Compiling cargo-deny takes minutes. A key of deny.toml that is not checked here is an error. Stale lines
//! of deny.toml are errors here and warnings of cargo-deny.

mod bans;
mod level;
mod licenses;
mod sources;

use std::{fs, path::Path};

use serde::Deserialize;

use super::graph::Graph;

/// The contents of deny.toml.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Policy {
    graph: Selection,
    licenses: licenses::Licenses,
    bans: bans::Bans,
    sources: sources::Sources,
}

/// The part of the graph to check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Selection {
    #[serde(default)]
    all_features: bool,
}

/// Checks the dependency graph.
pub(super) fn check(root: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(root.join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?;
    let policy = Policy::parse(&text)?;
    let graph = Graph::read(root, policy.graph.all_features)?;
    Ok(policy.problems(&graph))
}

impl Policy {
    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("deny.toml: {error}"))
    }

    fn problems(&self, graph: &Graph) -> Vec<String> {
        [self.bans.problems(graph), self.licenses.problems(graph), self.sources.problems(graph)].concat()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{super::root, Policy};

    #[test]
    fn the_policy_of_the_project_is_read() {
        let text = fs::read_to_string(root().join("deny.toml")).unwrap_or_default();
        assert!(Policy::parse(&text).is_ok());
    }

    #[test]
    fn a_key_that_is_not_checked_is_an_error() {
        let text = fs::read_to_string(root().join("deny.toml")).unwrap_or_default();
        for (from, to) in [
            ("[bans]\n", "[bans]\ndeny = [\"openssl\"]\n"),
            ("[bans]\n", "[advisories]\n[bans]\n"),
            ("multiple-versions = \"deny\"", "multiple-versions = \"warn\""),
        ] {
            assert!(text.contains(from));
            assert!(Policy::parse(&text.replace(from, to)).is_err(), "{to}");
        }
    }
}
