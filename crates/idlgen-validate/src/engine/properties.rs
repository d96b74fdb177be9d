//! Evaluates `properties`.

use idlgen_runtime::{
    Context, Mode,
    value::{Map, ValueRef},
};

use super::{
    node::Property,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Applies the schemas of declared properties to the properties of an object: in declaration order, or in the order
    /// of the object if only the verdict is needed.
    pub(super) fn properties(&self, map: &dyn Map, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let node = place.node;
        // Only the parent of a branch knows which missing properties are treated as present.
        let is_known = place.is_shape() || !self.is_native();
        if cx.mode != Mode::Verdict || !is_known {
            for (name, property) in place.properties_that_may_count(map) {
                judged.merge(self.declared_property(name, property, map.get(name), place, cx));
                if cx.is_done() {
                    break;
                }
            }
            return judged;
        }
        // Iterates over the object instead of the declared properties, because it usually has fewer properties.
        map.visit(&mut |name, value| {
            let property = node.names.find(&node.properties, name);
            if let Some((_, property)) = property.and_then(|place| node.properties.get_index(place)) {
                judged.merge(self.declared_property(name, property, Some(value), place, cx));
            }
            !cx.is_done()
        });
        if self.is_native() {
            let implied = node.implied_properties.iter().filter_map(|index| node.properties.get_index(*index));
            for (name, property) in implied.filter(|(name, _)| !map.contains_key(name)) {
                if cx.is_done() {
                    break;
                }
                judged.merge(self.declared_property(name, property, None, place, cx));
            }
        }
        judged
    }

    /// Applies the schema of a declared property to its written value or, if that is missing, to its effective value.
    #[inline]
    fn declared_property(
        &self,
        name: &str,
        property: &Property,
        written: Option<ValueRef<'_>>,
        place: &Location<'_>,
        cx: &mut Context,
    ) -> NodeResult {
        let declared = if place.is_shape() { property } else { place.shape.properties.get(name).unwrap_or(property) };
        let Some(value) = self.counted(written, Some(declared)) else { return NodeResult::PASSED };
        if place.old.is_none() && property.at_once.contains(&value) && self.may_take_a_step(place.depth + 1) {
            return NodeResult::right_at_once(&value);
        }
        let path = place.path.field(name);
        let nodes = (self.get(property.node), self.get(declared.node));
        self.apply(&place.part(nodes, &value, place.old_entry(name), &path), cx)
    }
}

impl<'p> Location<'p> {
    /// Returns the declared properties that the object has, and those that may be treated as present although it does
    /// not have them, in declaration order.
    pub(super) fn properties_that_may_count(
        &self,
        map: &dyn Map,
    ) -> impl Iterator<Item = (&'p String, &'p Property)> + use<'p> {
        let properties = &self.node.properties;
        let mut indexes: Vec<usize> = Vec::new();
        // If an object has few of the declared properties, looking these up is faster. This is not possible in a
        // branch, because only its parent knows which missing properties are treated as present.
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
