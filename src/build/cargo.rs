//! Build script messages for Cargo.
#![expect(clippy::print_stdout, reason = "Cargo reads a build script's standard output")]

use std::path::Path;

use crate::{
    diag::{
        Diagnostic, Severity,
        render::{Escapes, Format, render},
        visible_line,
    },
    source::SourceMap,
};

/// The environment variables for the locations of Go modules.
pub(super) const VARIABLES: [&str; 6] = ["GOENV", "GOMODCACHE", "GOPATH", "GOWORK", "GOFLAGS", "GOOS"];

pub(super) fn rerun_if_changed(path: &Path) {
    println!("cargo::rerun-if-changed={}", visible_line(&path.to_string_lossy()));
}

pub(super) fn rerun_if_env_changed(variable: &str) {
    println!("cargo::rerun-if-env-changed={variable}");
}

pub(super) fn error(text: &str) {
    println!("cargo::error={}", visible_line(text));
}

/// Prints each diagnostic with its source. A Cargo directive is a single line, so a diagnostic takes several of them.
pub(super) fn diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics {
        let directive = match diagnostic.severity {
            Severity::Off | Severity::Info => continue,
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let text = render(std::slice::from_ref(diagnostic), sources, Format::Full, Escapes::None);
        for line in text.trim_end().lines() {
            println!("cargo::{directive}={line}");
        }
    }
}
