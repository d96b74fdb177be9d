//! Kinds whose CRDs are too large.

use crate::diag::Diagnostic;

/// A kind whose CRD is not written because it is too large.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TooLarge {
    pub kind: String,
    /// The file name, as in a [`WrittenDefinition`](super::WrittenDefinition).
    pub file: String,
    /// The reason.
    pub diagnostic: Diagnostic,
}
