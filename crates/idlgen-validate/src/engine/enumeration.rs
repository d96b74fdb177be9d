//! `enum`.

use idlgen_runtime::{Context, check};
use serde_json::Value as Json;

use super::walk::Place;

impl Place<'_> {
    pub(super) fn enumeration(&self, allowed: &[Json], cx: &mut Context) -> bool {
        self.node.keyword("enum", cx, |cx| check::enumeration(self.value, allowed, self.path, cx))
    }
}
