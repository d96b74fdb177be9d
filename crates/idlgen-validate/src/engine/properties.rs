//! `properties`.

use idlgen_runtime::{Context, value::Map};

use super::walk::{Judged, Place, Walk};

impl Walk<'_> {
    /// Applies the schemas of the declared properties to those that are there.
    pub(super) fn properties(&self, map: &dyn Map, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for (name, property) in &place.node.properties {
            let declared =
                if place.is_shape() { property } else { place.shape.properties.get(name).unwrap_or(property) };
            let Some(value) = self.property(map, name, Some(declared)) else { continue };
            let old = self.old_property(place, name, Some(declared));
            let path = place.path.field(name);
            let child = Place {
                node: self.get(property.node),
                shape: self.get(declared.node),
                value: &value,
                old: old.as_ref(),
                path: &path,
                depth: place.depth + 1,
            };
            judged.merge(self.apply(&child, cx));
            if cx.is_done() {
                break;
            }
        }
        judged
    }
}
