//! Everything that tags say of one node, except rules, defaults and whether a property is required.

use idlgen_validate::Schema;

use super::{extension, list_type, map_type, patch, structure, validation_error};
use crate::lower::layer::Layers;

/// Applies the tags of the layers, one family after the other.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    super::apply(schema, layers);
    structure::apply(schema, layers);
    list_type::apply(schema, layers);
    map_type::apply(schema, layers);
    patch::apply(schema, layers);
    extension::apply(schema, layers);
    validation_error::apply(schema, layers);
}

/// Applies what stays where a value is written as text whatever it is: nothing that limits the value.
pub(in crate::lower) fn apply_to_text(schema: &mut Schema, layers: &Layers<'_>) {
    list_type::apply(schema, layers);
    map_type::apply(schema, layers);
    patch::apply(schema, layers);
    extension::apply(schema, layers);
}
