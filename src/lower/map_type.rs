//! `x-kubernetes-map-type`, which maps (`+mapType`) and structs (`+structType`) share.

use idlgen_validate::{Schema, schema::MapType};

use super::{constraint::note, layer::Layers};
use crate::tags::Meaning;

/// The outermost layer that says it decides.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let map_type = layers.first(|meaning| match meaning {
        Meaning::MapType(value) | Meaning::StructType(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = map_type {
        schema.extensions.map_type = Some(MapType::from_name(value));
        note(schema, "x-kubernetes-map-type", tag);
    }
}
