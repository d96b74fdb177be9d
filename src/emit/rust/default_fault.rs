//! Faults of defaults.

use idlgen_validate::Schema;

/// Schemas that have the same default, each with whether it is valid.
pub(super) type JudgedSchemas<'s> = Vec<(&'s Schema, Result<(), DefaultFault>)>;

/// What is wrong with a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DefaultFault {
    /// Its schema rejects it with these errors.
    Rejected(String),
    /// It contains itself: the properties that it does not set have defaults, too, which lead back to it.
    Endless,
}
