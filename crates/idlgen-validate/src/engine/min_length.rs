//! `minLength`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.min_length).max()
}

impl Place<'_> {
    pub(super) fn min_length(&self, text: &str, cx: &mut Context) -> bool {
        let Some(limit) = self.node.min_length else { return true };
        self.node.keyword("minLength", cx, |cx| check::min_length(text, limit, self.path, cx))
    }
}
