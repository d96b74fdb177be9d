//! Faults of defaults.

use idlgen_validate::Schema;

/// Schemas that have the same default, each with the results for custom resources (`true`) or other values of the Go
/// type.
pub(super) type JudgedSchemas<'s> = Vec<(&'s Schema, bool, JudgedDefault)>;

/// The results of the validation of a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JudgedDefault {
    /// What is wrong with it, if it is invalid.
    pub(super) fault: Option<DefaultFault>,
    /// `true` if a value of the Go type is invalid because of it, too.
    pub(super) has_errors: bool,
}

/// What is wrong with a default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DefaultFault {
    /// Its schema rejects it with these errors.
    Rejected(String),
    /// It contains itself: the properties that it does not set have defaults, too, which lead back to it.
    Endless,
}
