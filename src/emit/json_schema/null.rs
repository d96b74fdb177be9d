//! What becomes of null: servers drop it where it must not be, and put defaults in its place.

use idlgen_validate::{Schema, schema::AdditionalProperties};

/// Whether an absent property gets a value by itself.
pub(super) fn is_filled_in(schema: &Schema) -> bool {
    schema.default.as_ref().is_some_and(|default| !default.implicit && !default.value.is_null())
}

/// Whether null counts as absent.
pub(super) fn is_dropped(schema: &Schema) -> bool {
    !schema.nullable
}

/// What is known of a property, declared or not.
pub(super) fn child<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    schema.properties.get(name).or(match &schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(values),
        _ => None,
    })
}
