//! Handling of null: servers drop it where it is not allowed, and apply defaults.

use idlgen_validate::{Schema, schema::AdditionalProperties};

/// Returns `true` if a missing property gets a default.
pub(super) fn is_filled_in(schema: &Schema) -> bool {
    schema.default.as_ref().is_some_and(|default| !default.implicit && !default.value.is_null())
}

/// Returns `true` if null is treated as missing.
pub(super) fn is_dropped(schema: &Schema) -> bool {
    !schema.nullable
}

/// Returns the schema of a property, declared or not.
pub(super) fn child<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    schema.properties.get(name).or(match &schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(values),
        _ => None,
    })
}
