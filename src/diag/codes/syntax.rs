//! Codes 0201-0299: Go declarations.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
