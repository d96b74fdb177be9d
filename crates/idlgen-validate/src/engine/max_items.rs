//! `maxItems`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn max_items(&self, limit: u64, count: usize, cx: &mut Context) -> bool {
        self.node.keyword("maxItems", cx, |cx| check::max_items(count, limit, self.path, cx))
    }
}
