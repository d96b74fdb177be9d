//! Codes 0901-0999: objects that are validated.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
