//! `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`.

use idlgen_validate::{Schema, schema::ListType};

use super::{constraint::note, layer::Layers};
use crate::tags::Meaning;

/// The outermost layer that says one of the two decides it.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let list_type = layers.first(|meaning| match meaning {
        Meaning::ListType(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = list_type {
        schema.extensions.list_type = Some(ListType::from_name(value));
        note(schema, "x-kubernetes-list-type", tag);
    }
    for layer in &layers.0 {
        for (tag, meaning) in layer.meanings() {
            if let Meaning::ListMapKey(key) = meaning {
                schema.extensions.list_map_keys.push(key.clone());
                note(schema, "x-kubernetes-list-map-keys", tag);
            }
        }
        if !schema.extensions.list_map_keys.is_empty() {
            return;
        }
    }
}
