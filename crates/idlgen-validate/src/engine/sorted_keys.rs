//! Sorted object keys.

use std::borrow::Cow;

use idlgen_runtime::value::Map;

/// Returns the keys of an object in a stable order. The entries may be in any order, but the order of errors must not
/// depend on it.
pub(super) fn sorted_keys(map: &dyn Map) -> Vec<Cow<'_, str>> {
    let mut keys = Vec::with_capacity(map.len());
    map.visit_keys(&mut |key| {
        keys.push(key);
        true
    });
    keys.sort_unstable();
    keys
}
