//! The old and the new schema at one location.

use idlgen_validate::{Schema, schema::SchemaType};

/// The old and the new schema of a value.
#[derive(Clone, Copy)]
pub(super) struct Pair<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    /// `true` for the schemas of entire objects.
    pub(super) is_root: bool,
    /// `true` for the metadata of objects and of embedded resources.
    pub(super) is_metadata: bool,
    /// `true` if the new parent schema requires the value.
    pub(super) is_required: bool,
    /// `true` if a rule of the new parent schema requires the value. Null does not satisfy it.
    pub(super) is_required_by_rule: bool,
}

impl<'s> Pair<'s> {
    /// Creates the pair for list items or map values, which are never required by name.
    pub(super) fn of_element(old: &'s Schema, new: &'s Schema) -> Self {
        Pair { old, new, is_root: false, is_metadata: false, is_required: false, is_required_by_rule: false }
    }
}

/// The type of values in a structural schema.
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

    /// Returns the name of the type for messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            ValueType::Any => "any type",
            ValueType::IntOrString => "integer or string",
            ValueType::Of(of) => of.name(),
        }
    }
}
