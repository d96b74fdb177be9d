//! Codes 0801-0899: configuration and the command line.

use crate::diag::{Code, CodeInfo, Severity};

/// idlgen.toml is not TOML.
pub const INVALID_TOML: Code = Code::new(&CodeInfo {
    number: 801,
    slug: "invalid-toml",
    severity: Severity::Error,
    summary: "idlgen.toml is not valid TOML.",
    explanation: "The file could not be read as TOML, so none of it counts. The place is where reading stopped making \
        sense, which may be \
                      behind the mistake.\n\n```toml\npackages = [\"./api/...\"\n```\n\nCorrected:\n\n```toml\npackages = [\"./api/...\"]\n```\n",
});

/// A key that idlgen.toml does not have.
pub const UNKNOWN_KEY: Code = Code::new(&CodeInfo {
    number: 802,
    slug: "unknown-key",
    severity: Severity::Error,
    summary: "idlgen.toml has a key that does not exist.",
    explanation: "A key that is not known would be ignored, and with it what its author wanted. docs/configuration.md \
        lists all keys.\n\n\
                      ```toml\n[openapi]\nstrip_zero = \"all\"\n```\n\nCorrected:\n\n```toml\n[openapi]\nstrip-zero = \"all\"\n```\n",
});

/// A value of the wrong form.
pub const BAD_CONFIGURATION_VALUE: Code = Code::new(&CodeInfo {
    number: 803,
    slug: "bad-configuration-value",
    severity: Severity::Error,
    summary: "A value in idlgen.toml has the wrong form.",
    explanation: "The message says what the key takes.\n\n```toml\npackages = \"./api/...\"\n```\n\nCorrected:\n\n\
                      ```toml\npackages = [\"./api/...\"]\n```\n",
});

/// No packages were named.
pub const NO_PACKAGES: Code = Code::new(&CodeInfo {
    number: 804,
    slug: "no-packages",
    severity: Severity::Error,
    summary: "No Go packages were named.",
    explanation: "Name packages on the command line (`idlgen generate ./api/...`) or in idlgen.toml (`packages = \
        [\"./api/...\"]`). \
                      `idlgen init` writes that file for the packages it finds.\n",
});

/// A file could not be read or written.
pub const FILE_ACCESS: Code = Code::new(&CodeInfo {
    number: 805,
    slug: "file-access",
    severity: Severity::Error,
    summary: "A file could not be read or written.",
    explanation: "The message carries the operating system's reason. Output is written to temporary files first, which \
        are moved when all are written, so files that were good before are still good.\n",
});

/// An output differs from what would be generated.
pub const STALE_OUTPUT: Code = Code::new(&CodeInfo {
    number: 806,
    slug: "stale-output",
    severity: Severity::Error,
    summary: "A generated file is not what would be generated now.",
    explanation: "`--check` found a file that is missing, differs or is left over, as the manifest of its folder says \
        (docs/files.md). Run the same command without `--check` and commit the result, the manifest `.idlgen.manifest` \
        too. Generated files are not to be edited: the next run would undo it.\n",
});

/// All of them.
pub const ALL: &[Code] = &[INVALID_TOML, UNKNOWN_KEY, BAD_CONFIGURATION_VALUE, NO_PACKAGES, FILE_ACCESS, STALE_OUTPUT];
