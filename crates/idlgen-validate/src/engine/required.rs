//! Evaluates `required`.

use idlgen_runtime::{Context, check, value::Map};

use super::walk::{Location, NodeResult, Walk};

impl Walk<'_> {
    pub(super) fn required(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        for name in &place.node.required {
            let is_there = if self.is_native() {
                self.property(map, name, place.shape.properties.get(name)).is_some()
            } else {
                map.contains_key(name)
            };
            if !is_there {
                let path = place.path.field(name);
                judged.check(place.node.keyword("required", cx, |cx| check::required(&path, cx)));
                if cx.is_done() {
                    break;
                }
            }
        }
        judged
    }
}
