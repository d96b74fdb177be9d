//! Codes 0801-0899: configuration and the command line.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
