//! How long texts may become.

use crate::cel::{ErrorKind, EvaluationError};

/// The most octets of a text that is made. Whatever looked at a text of a fraction of this would cost more than any
/// rule may.
const MAX: usize = 1 << 26;

/// An error if a text would become too long.
pub(super) fn check(length: usize) -> Result<(), EvaluationError> {
    if length > MAX { Err(ErrorKind::CostLimitExceeded.into()) } else { Ok(()) }
}
