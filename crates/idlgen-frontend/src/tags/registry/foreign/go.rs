//! Go's tools.

use super::{TagDefinition, row};

pub(super) static TABLE: &[TagDefinition] = &[
    row("build", "go", "A build constraint in the syntax used before Go 1.17."),
    row("nolint*", "golangci-lint", "Suppresses linter findings."),
    row("godefs", "cgo", "Maps a C type to a Go type."),
    row("checklocks*", "gVisor's checklocks", "The locks that guard a field or a function."),
    row("checkatomic", "gVisor's checklocks", "The field is only accessed atomically."),
    row("stateify", "gVisor's stateify", "Generates code that saves and restores the type."),
    row("marshal", "gVisor's marshal", "Generates code that marshals the type."),
];
