//! Codes 0801-0899: configuration and the command line.

use crate::diag::{Code, explained};

/// `invalid-toml` (IDL0801): idlgen.toml is not TOML.
pub const INVALID_TOML: Code = explained!(801, "invalid-toml", Error, "idlgen.toml is not valid TOML.");

/// `unknown-key` (IDL0802): an unknown key in idlgen.toml.
pub const UNKNOWN_KEY: Code = explained!(802, "unknown-key", Error, "idlgen.toml has a key that does not exist.");

/// An invalid value.
pub const BAD_CONFIGURATION_VALUE: Code =
    explained!(803, "bad-configuration-value", Error, "A value in idlgen.toml is invalid.");

/// `no-packages` (IDL0804): no packages were specified.
pub const NO_PACKAGES: Code = explained!(804, "no-packages", Error, "No Go packages were specified.");

/// `file-access` (IDL0805): a file could not be read or written.
pub const FILE_ACCESS: Code = explained!(805, "file-access", Error, "A file could not be read or written.");

/// An output differs from what would be generated.
pub const STALE_OUTPUT: Code = explained!(806, "stale-output", Error, "A generated file is stale.");

/// All codes of this module.
pub const ALL: &[Code] = &[INVALID_TOML, UNKNOWN_KEY, BAD_CONFIGURATION_VALUE, NO_PACKAGES, FILE_ACCESS, STALE_OUTPUT];
