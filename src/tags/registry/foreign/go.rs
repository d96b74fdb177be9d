//! Go's tools.

use super::{TagDefinition, row};

pub(super) static TABLE: &[TagDefinition] = &[
    row("build", "go", "A build constraint in the form before Go 1.17."),
    row("nolint*", "golangci-lint", "Silences a linter."),
    row("godefs", "cgo", "How a C type maps to a Go one."),
    row("checklocks*", "gVisor's checklocks", "Which lock guards what."),
    row("checkatomic", "gVisor's checklocks", "The field is accessed atomically only."),
    row("stateify", "gVisor's stateify", "How the type is saved and restored."),
    row("marshal", "gVisor's marshal", "How the type is marshalled."),
];
