//! Checks of objects.

use idlgen_runtime::{
    Context,
    value::{Map, ValueRef},
};

use super::walk::{Judged, Place, Walk};

impl Walk<'_> {
    /// `validate.objectValidator`: the number of properties, those that are not declared, those that are, those that are missing.
    pub(super) fn object(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let ValueRef::Map(map) = place.value else { return Judged::PASSED };
        let map: &dyn Map = *map;
        let mut judged = Judged { passed: true, matches: 1 };
        if place.node.min_properties.is_some() || place.node.max_properties.is_some() {
            let count = self.count_properties(map, place.shape);
            judged.check(place.min_properties(count, cx));
            if !cx.is_done() {
                judged.check(place.max_properties(count, cx));
            }
        }
        for check in [Self::additional_properties, Self::properties, Self::required, Self::pattern_properties] {
            if cx.is_done() {
                break;
            }
            judged.merge(check(self, map, place, cx));
        }
        judged
    }
}
