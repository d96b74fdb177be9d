//! The source of packages: crates.io.

use serde::Deserialize;

use super::level::Level;
use crate::tidy::graph::Graph;

/// The section `sources`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Sources {
    #[serde(rename = "unknown-registry")]
    _unknown_registry: Level,
    #[serde(rename = "unknown-git")]
    _unknown_git: Level,
}

/// crates.io, with either of its protocols.
const CRATES_IO: &[&str] =
    &["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"];

impl Sources {
    #[allow(clippy::unused_self, reason = "a section that is missing in deny.toml is an error")]
    pub(super) fn problems(&self, graph: &Graph) -> Vec<String> {
        let unknown = graph.packages.iter().filter_map(|package| {
            let source = package.source.as_deref().filter(|source| !CRATES_IO.contains(source))?;
            Some(format!("{}: not from crates.io, but from {source}", package.label()))
        });
        unknown.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Sources};
    use crate::tidy::graph::example::{graph, own, package};

    #[test]
    fn only_one_registry_is_known() {
        let sources = Sources { _unknown_registry: Level::Deny, _unknown_git: Level::Deny };
        let mut others = [package("a", "1.0.0", "MIT"), package("test-b", "1.0.0", "MIT")];
        assert!(sources.problems(&graph(&own(), &others)).is_empty());
        for source in ["git+https://example.com/b?rev=1#1", "registry+https://example.com/index"] {
            others[1]["source"] = source.into();
            let expected = format!("test-b 1.0.0: not from crates.io, but from {source}");
            assert_eq!(sources.problems(&graph(&own(), &others)), [expected]);
        }
    }
}
