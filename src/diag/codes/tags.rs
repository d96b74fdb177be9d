//! Codes 0301-0399: the text of tags.

use crate::diag::CodeInfo;

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[];
