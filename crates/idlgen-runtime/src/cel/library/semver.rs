//! Semantic versions (`semver` of k8s.io/apiserver/pkg/cel/library).

use super::Function;

/// A semantic version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Semver {
    /// `1` of `1.2.3`
    pub major: u64,
    /// `2` of `1.2.3`
    pub minor: u64,
    /// `3` of `1.2.3`
    pub patch: u64,
}

pub(super) fn function(_name: &str) -> Option<Function> {
    None
}
