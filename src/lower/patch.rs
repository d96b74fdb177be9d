//! `x-kubernetes-patch-strategy` and `x-kubernetes-patch-merge-key`.

use idlgen_validate::Schema;

use super::{constraint::note, layer::Layers};
use crate::tags::Meaning;

/// The outermost layer that says it decides.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let strategy = layers.first(|meaning| match meaning {
        Meaning::PatchStrategy(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = strategy {
        schema.extensions.patch_strategy = Some(value.clone());
        note(schema, "x-kubernetes-patch-strategy", tag);
    }
    let merge_key = layers.first(|meaning| match meaning {
        Meaning::PatchMergeKey(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = merge_key {
        schema.extensions.patch_merge_key = Some(value.clone());
        note(schema, "x-kubernetes-patch-merge-key", tag);
    }
}
