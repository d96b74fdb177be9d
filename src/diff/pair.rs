//! The two schemas of one place.

use idlgen_validate::{Schema, schema::SchemaType};

/// The old and the new schema of a value.
#[derive(Clone, Copy)]
pub(super) struct Pair<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    /// Whether they are the schemas of whole objects.
    pub(super) is_root: bool,
    /// Whether the old schema around it requires the value.
    pub(super) was_required: bool,
    /// Whether the new schema around it requires the value.
    pub(super) is_required: bool,
}

impl<'s> Pair<'s> {
    /// Schemas of items and values of maps, which nothing requires by name.
    pub(super) fn of_element(old: &'s Schema, new: &'s Schema) -> Self {
        Pair { old, new, is_root: false, was_required: false, is_required: false }
    }
}

/// The type of values, as a structural schema has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Any,
    IntOrString,
    Of(SchemaType),
}

impl ValueType {
    pub(super) fn of(schema: &Schema) -> Self {
        match schema.schema_type {
            _ if schema.extensions.int_or_string => ValueType::IntOrString,
            Some(of) => ValueType::Of(of),
            None => ValueType::Any,
        }
    }

    /// The type for a sentence.
    pub(super) const fn name(self) -> &'static str {
        match self {
            ValueType::Any => "any type",
            ValueType::IntOrString => "integer or string",
            ValueType::Of(of) => of.name(),
        }
    }
}
