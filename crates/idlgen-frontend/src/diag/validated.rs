//! Validated objects, for outputs that include valid ones.

use super::ObjectReference;
use crate::source::Span;

/// The result for an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "callers must count every variant")]
pub enum Verdict {
    /// The object passed every check.
    Valid,
    /// The object has errors.
    Invalid,
    /// The schema of its kind is unknown.
    NotValidated,
    /// The object was skipped: the user excluded it, its kind is unknown and that is not an error, or it is not a
    /// Kubernetes object.
    Skipped,
}

/// An object of the input and its verdict, for formats that list every object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain pair")]
pub struct ValidatedObject {
    /// Its kind, name and namespace.
    pub reference: ObjectReference,
    /// Its location.
    pub span: Span,
    /// The result.
    pub verdict: Verdict,
}
