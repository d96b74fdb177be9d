//! Checks of lists.

use idlgen_runtime::{Context, value::ValueRef};

use super::walk::{Judged, Place, Walk};

impl Walk<'_> {
    /// `validate.schemaSliceValidator`: the elements in order, then the list.
    pub(super) fn array(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let ValueRef::List(list) = place.value else { return Judged::PASSED };
        let mut judged = Judged { passed: true, matches: 2 };
        judged.merge(self.items(*list, place, cx));
        judged.merge(self.tuple(*list, place, cx));
        for check in [Place::min_items, Place::max_items] {
            if cx.is_done() {
                return judged;
            }
            judged.check(check(place, list.len(), cx));
        }
        if !cx.is_done() {
            judged.check(place.unique_items(*list, cx));
        }
        judged
    }
}
