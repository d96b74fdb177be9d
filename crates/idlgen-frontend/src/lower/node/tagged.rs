//! All effects of tags on a node, except for rules, defaults and required properties.

use idlgen_schema::Schema;

use super::{
    documentation, embedded_resource, extension, int_or_string, list_type, map_type, nullable, patch_merge_key,
    patch_strategy, preserve_unknown_fields, schema_type, title, validation_error,
};
use crate::lower::{conventions::Conventions, layer::Layers};

/// Applies the tags of the layers, one family after the other.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    schema_type::apply(schema, layers);
    super::apply(schema, layers);
    title::apply(schema, layers);
    documentation::apply(schema, layers);
    int_or_string::apply(schema, layers);
    embedded_resource::apply(schema, layers);
    preserve_unknown_fields::apply(schema, layers);
    list_type::apply(schema, layers);
    map_type::apply(schema, layers);
    patch_strategy::apply(schema, layers);
    patch_merge_key::apply(schema, layers);
    extension::apply(schema, layers);
    validation_error::apply(schema, layers);
}

/// Applies the tags of inlined fields, and of the inlined structs, to the enclosing struct. The tags of the enclosing
/// struct take precedence.
pub(in crate::lower) fn apply_inlined(schema: &mut Schema, layers: &Layers<'_>, conventions: Conventions) {
    if conventions == Conventions::CustomResourceDefinitions {
        if !schema.nullable {
            nullable::apply(schema, layers);
        }
        if schema.extensions.map_type.is_none() {
            map_type::apply(schema, layers);
        }
    }
    embedded_resource::apply(schema, layers);
    preserve_unknown_fields::apply(schema, layers);
}

/// Applies the tags that do not depend on the value to a value that is encoded as a string. Limits do not apply.
pub(in crate::lower) fn apply_to_text(schema: &mut Schema, layers: &Layers<'_>) {
    list_type::apply(schema, layers);
    map_type::apply(schema, layers);
    patch_strategy::apply(schema, layers);
    patch_merge_key::apply(schema, layers);
    extension::apply(schema, layers);
}
