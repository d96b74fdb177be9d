//! `properties`.

use idlgen_runtime::{Context, value::Map};

use super::{
    node::Property,
    walk::{Judged, Place, Walk},
};

impl Walk<'_> {
    /// Applies the schemas of the declared properties to those that are there.
    pub(super) fn properties(&self, map: &dyn Map, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for (name, property) in place.properties_that_may_count(map) {
            let declared =
                if place.is_shape() { property } else { place.shape.properties.get(name).unwrap_or(property) };
            let Some(value) = self.property(map, name, Some(declared)) else { continue };
            let path = place.path.field(name);
            let child = Place {
                node: self.get(property.node),
                shape: self.get(declared.node),
                value: &value,
                old: place.old_entry(name),
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

impl<'p> Place<'p> {
    /// The declared properties that the object has, and those that can count although it has them not, in the order of
    /// their declaration.
    pub(super) fn properties_that_may_count(
        &self,
        map: &dyn Map,
    ) -> impl Iterator<Item = (&'p String, &'p Property)> + use<'p> {
        let properties = &self.node.properties;
        let mut indexes: Vec<usize> = Vec::new();
        // Many types declare far more properties than an object has. What a branch can imply is known only where the
        // branch belongs.
        if self.is_shape() && map.len() * 2 < properties.len() {
            map.visit(&mut |key, _| {
                indexes.extend(properties.get_index_of(key));
                true
            });
            indexes.extend(&self.node.implied_properties);
            indexes.sort_unstable();
            indexes.dedup();
        } else {
            indexes.extend(0..properties.len());
        }
        indexes.into_iter().filter_map(|index| properties.get_index(index))
    }
}
