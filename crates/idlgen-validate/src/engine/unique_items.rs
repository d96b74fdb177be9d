//! `uniqueItems`.

use idlgen_runtime::{Context, check, value::List};

use super::{parts::Parts, walk::Place};

pub(super) fn compile(parts: &Parts<'_>) -> bool {
    parts.iter().any(|schema| schema.unique_items)
}

impl Place<'_> {
    pub(super) fn unique_items(&self, list: &dyn List, cx: &mut Context) -> bool {
        !self.node.unique_items || self.node.keyword("uniqueItems", cx, |cx| check::unique_items(list, self.path, cx))
    }
}
