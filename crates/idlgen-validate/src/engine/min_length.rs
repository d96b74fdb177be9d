//! `minLength`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn min_length(&self, limit: u64, text: &str, cx: &mut Context) -> bool {
        self.node.keyword("minLength", cx, |cx| check::min_length(text, limit, self.path, cx))
    }
}
