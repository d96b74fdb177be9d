//! Codes 0101-0199: files, modules and packages.

use crate::diag::{Code, explained};

/// A file or folder that cannot be read.
pub const UNREADABLE: Code = explained!(101, "unreadable-file", Error, "A file or folder cannot be read.");

/// A file that is too large.
pub const FILE_TOO_LARGE: Code =
    explained!(102, "file-too-large", Error, "A file is larger than files that people write or tools generate.");

/// A file that is not UTF-8.
pub const NOT_UTF8: Code = explained!(103, "not-utf-8", Error, "A file is not UTF-8.");

/// A build constraint that cannot be read.
pub const MALFORMED_BUILD_CONSTRAINT: Code =
    explained!(104, "malformed-build-constraint", Error, "A `//go:build` line cannot be read.");

/// A pattern that can name nothing.
pub const INVALID_PATTERN: Code =
    explained!(105, "invalid-pattern", Error, "An argument that should name packages cannot.");

/// A pattern that names no package.
pub const NO_PACKAGE: Code = explained!(106, "no-package", Error, "A pattern names no package.");

/// A pattern that may match packages of modules that are not there.
pub const NOT_SEARCHED: Code = explained!(
    107,
    "module-not-searched",
    Warning,
    "A pattern may match packages of modules that are not on this machine."
);

/// A folder outside of the modules that are read.
pub const OUTSIDE_MODULES: Code = explained!(108, "outside-modules", Error, "A folder is of no module that is read.");

/// A text that cannot be an import path.
pub const INVALID_IMPORT_PATH: Code = explained!(109, "invalid-import-path", Error, "A text cannot be an import path.");

/// An import that no module in use could have.
pub const UNKNOWN_MODULE: Code = explained!(110, "unknown-module", Error, "No module in use has the package.");

/// A module that is not on this machine.
pub const MISSING_MODULE: Code =
    explained!(111, "missing-module", Error, "A module that is needed is not on this machine.");

/// A package that its module does not have.
pub const NO_SUCH_PACKAGE: Code = explained!(112, "no-such-package", Error, "A module does not have the package.");

/// A go.mod or go.work that cannot be read.
pub const MALFORMED_GO_MOD: Code =
    explained!(113, "malformed-go-mod", Error, "A line of go.mod or go.work cannot be read.");

/// A folder of a workspace without a go.mod.
pub const MISSING_WORKSPACE_MODULE: Code =
    explained!(114, "missing-workspace-module", Error, "A folder that go.work uses has no go.mod.");

/// A vendor folder that is not what go.mod asks for.
pub const INCONSISTENT_VENDOR: Code =
    explained!(115, "inconsistent-vendor", Error, "The vendor folder is not what go.mod asks for.");

/// Versions that nobody said.
pub const CHOSEN_VERSIONS: Code =
    explained!(116, "chosen-versions", Info, "Versions of modules were chosen, because no go.mod says them.");

/// Modules of Kubernetes are built in without descriptions.
pub const NO_DESCRIPTIONS: Code = explained!(
    117,
    "no-descriptions",
    Info,
    "Types of Kubernetes' own modules have no descriptions, because the modules are not on this machine."
);

/// A version of a module that is not built in.
pub const OTHER_VERSION: Code = explained!(
    118,
    "other-version",
    Warning,
    "Declarations of another version of a module were read, because its own is neither here nor built in."
);

/// A module that could not be downloaded.
pub const NOT_FETCHED: Code =
    explained!(119, "not-fetched", Error, "A module was to be downloaded with `--fetch`, and could not be.");

/// A module that is not what go.sum says.
pub const CHECKSUM_MISMATCH: Code =
    explained!(120, "checksum-mismatch", Error, "A module in the module cache is not what go.sum says.");

/// A file that is left out because it needs cgo.
pub const NEEDS_CGO: Code = explained!(121, "needs-cgo", Info, "A file with types is left out because it needs cgo.");

/// All of them.
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
