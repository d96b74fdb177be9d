//! URLs (`urls` of k8s.io/apiserver/pkg/cel/library).

use super::Function;

/// A URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Url {
    /// As it was written.
    pub text: Box<str>,
}

pub(super) fn function(_name: &str) -> Option<Function> {
    None
}
