//! Codes 0501-0599: what tags mean for the Go type they stand on.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
