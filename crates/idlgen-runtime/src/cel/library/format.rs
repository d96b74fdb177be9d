//! Named formats (`format` of k8s.io/apiserver/pkg/cel/library).

use super::Function;

/// A named format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Its name: `dns1123Label`.
    pub name: &'static str,
}

pub(super) fn function(_name: &str) -> Option<Function> {
    None
}
