//! Codes 0401-0499: names, constants and references.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
