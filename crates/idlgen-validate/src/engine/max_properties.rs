//! `maxProperties`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn max_properties(&self, limit: u64, count: usize, cx: &mut Context) -> bool {
        self.node.keyword("maxProperties", cx, |cx| check::max_properties(count, limit, self.path, cx))
    }
}
