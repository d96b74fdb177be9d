//! How much is read before it is too much.

use crate::deep;

/// Limits of [`load`](crate::load). They count bytes and nodes, never time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest text, in bytes.
    pub max_bytes: usize,
    /// The most nodes of a document, counting what aliases repeat.
    pub max_nodes: usize,
    /// The deepest nesting.
    pub max_depth: usize,
}

impl Default for Limits {
    /// 64 MiB, a million nodes, 200 levels, which any thread's stack holds.
    fn default() -> Self {
        Limits { max_bytes: 64 << 20, max_nodes: 1_000_000, max_depth: deep::ANY_DEPTH }
    }
}

impl Limits {
    /// The same with 10,000 levels, as API servers have it, on threads of [`run_deep`](crate::run_deep) and
    /// [`spawn_deep`](crate::spawn_deep).
    pub fn of_this_thread() -> Self {
        Limits { max_depth: deep::depth(), ..Limits::default() }
    }
}
