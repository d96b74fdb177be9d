//! String length limits.

use crate::cel::{ErrorKind, EvaluationError};

/// Maximum length in bytes of a string that an expression builds. Reading even a fraction of a longer string would
/// exceed every cost limit.
const MAX: usize = 1 << 26;

/// Returns an error if a string exceeds the maximum length.
pub(super) fn check(length: usize) -> Result<(), EvaluationError> {
    if length > MAX { Err(ErrorKind::CostLimitExceeded.into()) } else { Ok(()) }
}
