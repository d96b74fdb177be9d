//! `maxProperties`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.max_properties).min()
}

impl Place<'_> {
    pub(super) fn max_properties(&self, count: usize, cx: &mut Context) -> bool {
        let Some(limit) = self.node.max_properties else { return true };
        self.node.keyword("maxProperties", cx, |cx| check::max_properties(count, limit, self.path, cx))
    }
}
