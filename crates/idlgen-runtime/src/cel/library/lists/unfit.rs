//! The error for elements of mixed types.

use crate::cel::EvaluationError;

/// Returns the error for an element whose type differs from that of the first element. It does not name the function
/// because cel-go has already selected the overload.
pub(super) fn unfit() -> EvaluationError {
    EvaluationError::message("no such overload")
}
