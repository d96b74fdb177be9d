//! `maxItems`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.max_items).min()
}

impl Place<'_> {
    pub(super) fn max_items(&self, count: usize, cx: &mut Context) -> bool {
        let Some(limit) = self.node.max_items else { return true };
        self.node.keyword("maxItems", cx, |cx| check::max_items(count, limit, self.path, cx))
    }
}
