//! Codes 0701-0749: limitations of OpenAPI documents.

use crate::diag::{Code, explained};

/// `no-such-type` (IDL0701): the requested type does not exist.
pub const UNKNOWN_TYPE: Code = explained!(701, "no-such-type", Error, "The requested type does not exist.");

/// A type whose schema cannot be expanded without references.
pub const NOT_STRUCTURAL: Code =
    explained!(702, "not-structural", Error, "The references in the schema of a type cannot be expanded.");

/// A structural schema that API servers reject.
pub const REFUSED: Code =
    explained!(703, "refused-by-api-servers", Error, "API servers reject a CRD with this schema.");

/// Documents for packages without a group and version.
pub const NO_GROUP_VERSION: Code = explained!(
    711,
    "no-group-version",
    Error,
    "No package registers a group and version that an API server publishes."
);

/// A group or version that is not valid in a URL.
pub const INVALID_GROUP_VERSION: Code =
    explained!(712, "invalid-group-version", Error, "A group or version is not valid in URLs.");

/// All codes of this module.
pub const ALL: &[Code] = &[UNKNOWN_TYPE, NOT_STRUCTURAL, REFUSED, NO_GROUP_VERSION, INVALID_GROUP_VERSION];
