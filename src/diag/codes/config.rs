//! Codes 0801-0899: configuration and the command line.

use crate::diag::{Code, CodeInfo, Severity};

/// idlgen.toml is not TOML.
pub const INVALID_TOML: Code = Code(801);
/// A key that idlgen.toml does not have.
pub const UNKNOWN_KEY: Code = Code(802);
/// A value of the wrong form.
pub const BAD_CONFIGURATION_VALUE: Code = Code(803);
/// No packages were named.
pub const NO_PACKAGES: Code = Code(804);
/// A file could not be read or written.
pub const FILE_ACCESS: Code = Code(805);
/// An output differs from what would be generated.
pub const STALE_OUTPUT: Code = Code(806);

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: INVALID_TOML,
        slug: "invalid-toml",
        severity: Severity::Error,
        summary: "idlgen.toml is not valid TOML.",
        explanation: "The file could not be read as TOML, so none of it counts. The place is where reading stopped making sense, which may be \
                      behind the mistake.\n\n```toml\npackages = [\"./api/...\"\n```\n\nCorrected:\n\n```toml\npackages = [\"./api/...\"]\n```\n",
    },
    CodeInfo {
        code: UNKNOWN_KEY,
        slug: "unknown-key",
        severity: Severity::Error,
        summary: "idlgen.toml has a key that does not exist.",
        explanation: "A key that is not known would be ignored, and with it what its author wanted. docs/configuration.md lists all keys.\n\n\
                      ```toml\n[openapi]\nstrip_zero = \"all\"\n```\n\nCorrected:\n\n```toml\n[openapi]\nstrip-zero = \"all\"\n```\n",
    },
    CodeInfo {
        code: BAD_CONFIGURATION_VALUE,
        slug: "bad-configuration-value",
        severity: Severity::Error,
        summary: "A value in idlgen.toml has the wrong form.",
        explanation: "The message says what the key takes.\n\n```toml\npackages = \"./api/...\"\n```\n\nCorrected:\n\n\
                      ```toml\npackages = [\"./api/...\"]\n```\n",
    },
    CodeInfo {
        code: NO_PACKAGES,
        slug: "no-packages",
        severity: Severity::Error,
        summary: "No Go packages were named.",
        explanation: "Name packages on the command line (`idlgen generate ./api/...`) or in idlgen.toml (`packages = [\"./api/...\"]`). \
                      `idlgen init` writes that file for the packages it finds.\n",
    },
    CodeInfo {
        code: FILE_ACCESS,
        slug: "file-access",
        severity: Severity::Error,
        summary: "A file could not be read or written.",
        explanation: "The message carries the operating system's reason. Output is written to a temporary file first and then moved, so a file that \
                      was good before is still good.\n",
    },
    CodeInfo {
        code: STALE_OUTPUT,
        slug: "stale-output",
        severity: Severity::Error,
        summary: "A generated file is not what would be generated now.",
        explanation: "`--check` found a file that is missing, differs or is left over. Run the same command without `--check` and commit the \
                      result. Generated files are not to be edited: the next run would undo it.\n",
    },
];
