//! `maxLength`.

use idlgen_runtime::{Context, check};

use super::{parts::Parts, walk::Place};

/// The tightest counts.
pub(super) fn compile(parts: &Parts<'_>) -> Option<u64> {
    parts.all(|schema| schema.max_length).min()
}

impl Place<'_> {
    pub(super) fn max_length(&self, text: &str, cx: &mut Context) -> bool {
        let Some(limit) = self.node.max_length else { return true };
        self.node.keyword("maxLength", cx, |cx| check::max_length(text, limit, self.path, cx))
    }
}
