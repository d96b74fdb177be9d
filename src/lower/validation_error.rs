//! `+errorMessage(keyword)="…"`: what the failure of a keyword says (KEP-4153, `x-kubernetes-validation-errors`).

use idlgen_validate::{Schema, schema::ValidationError};

use super::{constraint::note, layer::Layers};
use crate::tags::Meaning;

/// For each keyword, the outermost layer that has a text decides.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, meaning) in layers.meanings() {
        let Meaning::ErrorMessage { keyword, message, reason } = meaning else { continue };
        if schema.extensions.validation_errors.contains_key(keyword) {
            continue;
        }
        let error = ValidationError { message: message.clone(), reason: reason.clone() };
        schema.extensions.validation_errors.insert(keyword.clone(), error);
        note(schema, "x-kubernetes-validation-errors", tag);
    }
}
