//! Evaluates `items`.

use idlgen_runtime::{Context, value::List};

use super::walk::{Location, NodeResult, Walk};

impl Walk<'_> {
    pub(super) fn items(&self, list: &dyn List, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let Some(id) = place.node.items else { return judged };
        let node = self.get(id);
        let shape = if place.is_shape() { node } else { place.shape.items.map_or(node, |id| self.get(id)) };
        for index in 0..list.len() {
            let Some(value) = list.get(index) else { continue };
            let path = place.path.index(index);
            let old = place.old.and_then(|old| old.element(index));
            let item = place.part((node, shape), &value, old, &path);
            judged.merge(self.apply(&item, cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }
}
