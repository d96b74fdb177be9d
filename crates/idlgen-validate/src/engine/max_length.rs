//! `maxLength`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn max_length(&self, limit: u64, text: &str, cx: &mut Context) -> bool {
        self.node.keyword("maxLength", cx, |cx| check::max_length(text, limit, self.path, cx))
    }
}
