//! Parser limits.

use crate::deep;

/// Limits of [`load`](crate::load). They count bytes and nodes, never time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum file size in bytes.
    pub max_bytes: usize,
    /// Maximum number of nodes in a document, including the copies of aliases.
    pub max_nodes: usize,
    /// Maximum nesting depth.
    pub max_depth: usize,
}

impl Default for Limits {
    /// Returns the default limits: 64 MiB, a million nodes, and 200 levels, which fit any thread's stack.
    fn default() -> Self {
        Limits { max_bytes: 64 << 20, max_nodes: 1_000_000, max_depth: deep::ANY_DEPTH }
    }
}

impl Limits {
    /// Returns the default limits, with 10,000 levels like API servers on threads of [`run_deep`](crate::run_deep) and
    /// [`spawn_deep`](crate::spawn_deep).
    pub fn of_this_thread() -> Self {
        Limits { max_depth: deep::depth(), ..Limits::default() }
    }
}
