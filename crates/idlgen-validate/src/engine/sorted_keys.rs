//! Sorted object keys.

use std::borrow::Cow;

use idlgen_runtime::value::Map;

/// Returns the sorted keys of an object: entries may come in any order, but errors need a stable one.
pub(super) fn sorted_keys(map: &dyn Map) -> Vec<Cow<'_, str>> {
    let mut keys = Vec::with_capacity(map.len());
    map.visit_keys(&mut |key| {
        keys.push(key);
        true
    });
    keys.sort_unstable();
    keys
}
