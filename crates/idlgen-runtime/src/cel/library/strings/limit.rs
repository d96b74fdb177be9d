//! String length limits.

use crate::cel::{ErrorKind, EvaluationError};

/// Maximum length in bytes of a string that an expression builds. Reading even a fraction of a longer string would
/// exceed every cost limit.
const MAX: usize = 1 << 26;

/// Returns an error if a string exceeds the maximum length.
pub(super) fn check(length: usize) -> Result<(), EvaluationError> {
    if length > MAX { Err(ErrorKind::CostLimitExceeded.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_the_maximum_length_are_built() {
        assert_eq!(check(MAX).map_err(|error| error.to_string()), Ok(()));
        let error = check(MAX + 1).unwrap_err();
        assert_eq!(error.to_string(), "operation cancelled: actual cost limit exceeded");
    }
}
