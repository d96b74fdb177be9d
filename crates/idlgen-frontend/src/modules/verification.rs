//! The results of verifying modules in the module cache with go.sum.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use super::{checksums::Checksums, go_mod::ModuleVersion};
use crate::{diag::Diagnostic, modules::codes};

/// The state of the verification.
#[derive(Debug, Default)]
pub(super) struct Verification {
    /// The hashes in go.sum.
    pub(super) checksums: Checksums,
    /// The result for each module: the error, if any. For a go.mod, `/go.mod` follows the version.
    pub(super) compared: Mutex<BTreeMap<ModuleVersion, Option<Diagnostic>>>,
}

impl Verification {
    /// Verifies a module once. `hash` returns the hash in the module cache, if there is one.
    pub(super) fn compare(&self, module: ModuleVersion, hash: impl FnOnce() -> Option<String>) {
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if compared.contains_key(&module) {
            return;
        }
        let stated = self.checksums.of(&module.path, &module.version);
        let differs = || {
            let hash = hash()?;
            let other = stated.iter().find(|stated| stated.hash != hash)?;
            let what = match module.version.strip_suffix("/go.mod") {
                Some(version) => format!("the go.mod of module {} {version}", module.path),
                None => format!("module {} {}", module.path, module.version),
            };
            let message = format!("{what} in the module cache does not match go.sum");
            let diagnostic = Diagnostic::new(codes::CHECKSUM_MISMATCH, message);
            let diagnostic = match other.span {
                Some(span) => diagnostic.at_with(span, "the hash in go.sum"),
                None => diagnostic,
            };
            let diagnostic = diagnostic
                .note(format!("the hash in the module cache is {hash}"))
                .note("the module or go.sum was changed");
            let help = "check `go mod verify` and the history of go.sum, and empty the cache with `go clean -modcache`";
            Some(diagnostic.help(help))
        };
        let wrong = if stated.is_empty() { None } else { differs() };
        compared.insert(module, wrong);
    }
}
