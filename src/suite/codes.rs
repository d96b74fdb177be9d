//! Codes 0790-0798: suites of cases.

use crate::diag::{Code, explained};

/// A suite cannot be read.
pub const MALFORMED_SUITE: Code = explained!(790, "malformed-suite", Error, "A suite of cases cannot be understood.");

/// There is nothing that a suite could be run on.
pub const NO_DEFINITION: Code =
    explained!(791, "suite-without-definition", Error, "There is no definition that a suite could be run on.");

/// A case came out differently.
pub const FAILED_CASE: Code = explained!(792, "failed-case", Error, "A case of a suite does not come out as expected.");

/// No server takes the definition that a suite is about.
pub const REFUSED_DEFINITION: Code =
    explained!(793, "refused-definition", Error, "An API server refuses the definition that a suite is about.");

/// The codes of this stage.
pub const ALL: &[Code] = &[MALFORMED_SUITE, NO_DEFINITION, FAILED_CASE, REFUSED_DEFINITION];
