//! `minItems`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn min_items(&self, limit: u64, count: usize, cx: &mut Context) -> bool {
        self.node.keyword("minItems", cx, |cx| check::min_items(count, limit, self.path, cx))
    }
}
