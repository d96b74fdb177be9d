//! `minItems`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.min_items).max()
}

impl Place<'_> {
    pub(super) fn min_items(&self, count: usize, cx: &mut Context) -> bool {
        let Some(limit) = self.node.min_items else { return true };
        self.node.keyword("minItems", cx, |cx| check::min_items(count, limit, self.path, cx))
    }
}
