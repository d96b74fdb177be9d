//! The keys of objects in an order of their own.

use std::borrow::Cow;

use idlgen_runtime::value::Map;

/// The keys of an object, sorted: it may give its entries in any order, but errors have one.
pub(super) fn sorted_keys(map: &dyn Map) -> Vec<Cow<'_, str>> {
    let mut keys = Vec::with_capacity(map.len());
    map.visit_keys(&mut |key| {
        keys.push(key);
        true
    });
    keys.sort_unstable();
    keys
}
