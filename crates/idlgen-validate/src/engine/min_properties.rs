//! `minProperties`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.min_properties).max()
}

impl Place<'_> {
    pub(super) fn min_properties(&self, count: usize, cx: &mut Context) -> bool {
        let Some(limit) = self.node.min_properties else { return true };
        self.node.keyword("minProperties", cx, |cx| check::min_properties(count, limit, self.path, cx))
    }
}
