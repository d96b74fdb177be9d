//! `required`.

use idlgen_runtime::{Context, check, value::Map};

use super::{
    parts::Parts,
    walk::{Judged, Place, Walk},
};

/// The names of all parts.
pub(super) fn compile(parts: &Parts<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in parts.iter().flat_map(|schema| &schema.required) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

impl Walk<'_> {
    pub(super) fn required(&self, map: &dyn Map, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for name in &place.node.required {
            if self.property(map, name, place.shape.properties.get(name)).is_none() {
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
