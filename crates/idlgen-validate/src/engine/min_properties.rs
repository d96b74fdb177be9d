//! `minProperties`.

use idlgen_runtime::{Context, check};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn min_properties(&self, limit: u64, count: usize, cx: &mut Context) -> bool {
        self.node.keyword("minProperties", cx, |cx| check::min_properties(count, limit, self.path, cx))
    }
}
