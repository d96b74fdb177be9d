//! Codes 0101-0199: files, modules and packages.

use crate::diag::{Code, explained};

/// `unreadable-file` (IDL0101): a file or directory cannot be read.
pub const UNREADABLE: Code = explained!(101, "unreadable-file", Error, "A file or directory cannot be read.");

/// `file-too-large` (IDL0102): a file exceeds the size limit.
pub const FILE_TOO_LARGE: Code = explained!(102, "file-too-large", Error, "A file exceeds the size limit.");

/// `not-utf-8` (IDL0103): a file is not UTF-8.
pub const NOT_UTF8: Code = explained!(103, "not-utf-8", Error, "A file is not UTF-8.");

/// `malformed-build-constraint` (IDL0104): a build constraint is malformed.
pub const MALFORMED_BUILD_CONSTRAINT: Code =
    explained!(104, "malformed-build-constraint", Error, "A `//go:build` line is malformed.");

/// `invalid-pattern` (IDL0105): a package pattern is malformed.
pub const INVALID_PATTERN: Code = explained!(105, "invalid-pattern", Error, "A package pattern is malformed.");

/// A pattern without a matching package.
pub const NO_PACKAGE: Code = explained!(106, "no-package", Error, "A pattern matches no package.");

/// A pattern that may match packages in missing modules.
pub const NOT_SEARCHED: Code = explained!(
    107,
    "module-not-searched",
    Warning,
    "A pattern might match packages of modules that are not on this machine."
);

/// A directory outside of the loaded modules.
pub const OUTSIDE_MODULES: Code =
    explained!(108, "outside-modules", Error, "A directory is not in a module that idlgen reads.");

/// `invalid-import-path` (IDL0109): an import path is invalid.
pub const INVALID_IMPORT_PATH: Code =
    explained!(109, "invalid-import-path", Error, "A string is not a valid import path.");

/// An import that no module in use can provide.
pub const UNKNOWN_MODULE: Code = explained!(110, "unknown-module", Error, "No module in use contains the package.");

/// A required module that is not on this machine.
pub const MISSING_MODULE: Code = explained!(111, "missing-module", Error, "A required module is not on this machine.");

/// A package that its module does not contain.
pub const NO_SUCH_PACKAGE: Code = explained!(112, "no-such-package", Error, "A module does not contain the package.");

/// A malformed go.mod or go.work.
pub const MALFORMED_GO_MOD: Code =
    explained!(113, "malformed-go-mod", Error, "A line of go.mod or go.work is malformed.");

/// A workspace directory without a go.mod.
pub const MISSING_WORKSPACE_MODULE: Code =
    explained!(114, "missing-workspace-module", Error, "A directory in go.work has no go.mod.");

/// A vendor directory that does not match go.mod.
pub const INCONSISTENT_VENDOR: Code =
    explained!(115, "inconsistent-vendor", Error, "The vendor directory does not match go.mod.");

/// Versions that were selected automatically.
pub const CHOSEN_VERSIONS: Code =
    explained!(116, "chosen-versions", Info, "idlgen selected module versions, because there is no go.mod.");

/// Kubernetes modules are built in without descriptions.
pub const NO_DESCRIPTIONS: Code = explained!(
    117,
    "no-descriptions",
    Info,
    "Kubernetes types have no descriptions, because their modules are not on this machine."
);

/// Another version of a built-in module is used, because the required one is not built in.
pub const OTHER_VERSION: Code = explained!(
    118,
    "other-version",
    Warning,
    "idlgen read another version of a module, because the required version is not on this machine and not built in."
);

/// A module that could not be downloaded.
pub const NOT_FETCHED: Code = explained!(119, "not-fetched", Error, "A module download with `--fetch` failed.");

/// A module that does not match go.sum.
pub const CHECKSUM_MISMATCH: Code =
    explained!(120, "checksum-mismatch", Error, "A module in the module cache does not match go.sum.");

/// A file that is skipped because it needs cgo.
pub const NEEDS_CGO: Code =
    explained!(121, "needs-cgo", Info, "A file with types is skipped, because it requires cgo.");

/// All codes of this module.
pub const ALL: &[Code] = &[
    UNREADABLE,
    FILE_TOO_LARGE,
    NOT_UTF8,
    MALFORMED_BUILD_CONSTRAINT,
    INVALID_PATTERN,
    NO_PACKAGE,
    NOT_SEARCHED,
    OUTSIDE_MODULES,
    INVALID_IMPORT_PATH,
    UNKNOWN_MODULE,
    MISSING_MODULE,
    NO_SUCH_PACKAGE,
    MALFORMED_GO_MOD,
    MISSING_WORKSPACE_MODULE,
    INCONSISTENT_VENDOR,
    CHOSEN_VERSIONS,
    NO_DESCRIPTIONS,
    OTHER_VERSION,
    NOT_FETCHED,
    CHECKSUM_MISMATCH,
    NEEDS_CGO,
];
