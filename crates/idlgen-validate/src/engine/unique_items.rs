//! `uniqueItems`.

use idlgen_runtime::{Context, check, value::List};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn unique_items(&self, list: &dyn List, cx: &mut Context) -> bool {
        self.node.keyword("uniqueItems", cx, |cx| check::unique_items(list, self.path, cx))
    }
}
