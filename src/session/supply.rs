//! Downloads the modules that a run needs and that are not on this machine.

use std::{collections::BTreeMap, fmt::Debug, rc::Rc};

use crate::{
    diag::{Diagnostic, Severity},
    modules::{
        Checksums, Downloads, MissingModules, ModuleVersion, Modules,
        codes::{MISSING_MODULE, UNKNOWN_MODULE},
    },
    source::Span,
};

/// Downloads modules.
pub trait Supplier: Debug {
    /// Downloads these modules and verifies them with go.sum. Returns those that could not be downloaded, with error
    /// messages.
    fn supply(&self, wanted: &Downloads, checksums: &Checksums) -> Vec<(ModuleVersion, String)>;

    /// Reports the total amount of downloaded data.
    fn finish(&self);
}

/// The state of downloading modules in a session.
#[derive(Debug, Default)]
pub(super) struct Supply<'a> {
    pub(super) supplier: Option<Rc<dyn Supplier + 'a>>,
    /// The modules that were missing in the last run.
    pub(super) missing: MissingModules,
    /// The import paths of missing packages, by the location of their diagnostics.
    pub(super) packages: BTreeMap<Span, String>,
    pub(super) checksums: Checksums,
    /// The modules that could not be downloaded, with error messages.
    pub(super) failed: Vec<(ModuleVersion, String)>,
}

impl Supply<'_> {
    /// Records the missing modules of a run, and adds diagnostics about failed downloads.
    pub(super) fn take(
        &mut self,
        modules: &Modules<'_>,
        packages: &BTreeMap<Span, String>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        if self.supplier.is_none() {
            return;
        }
        self.missing = modules.missing_modules();
        self.packages.clone_from(packages);
        self.checksums = modules.checksums().clone();
        diagnostics.retain(|one| !self.is_failed(one));
        diagnostics.extend(self.failed.iter().map(|(module, reason)| modules.not_fetched(module, reason)));
    }

    /// Returns `true` if a download failed.
    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// Returns `true` if a diagnostic is about a missing module whose download failed.
    fn is_failed(&self, diagnostic: &Diagnostic) -> bool {
        let module = self.package(diagnostic).and_then(|import_path| self.missing.packages.get(import_path));
        module.is_some_and(|module| self.failed.iter().any(|(failed, _)| failed == module))
    }

    /// Returns the import path of the missing package that a diagnostic is about.
    fn package(&self, diagnostic: &Diagnostic) -> Option<&String> {
        let label = diagnostic.primary.as_ref().filter(|_| diagnostic.code == MISSING_MODULE)?;
        self.packages.get(&label.span)
    }

    /// Returns the downloads that would fix these errors.
    pub(super) fn wanted(&self, diagnostics: &[Diagnostic]) -> Downloads {
        let errors = || diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let missing = || errors().filter(|one| one.code == MISSING_MODULE);
        // A missing package that comes from a pattern has no position.
        let is_any = missing().any(|one| self.package(one).is_none());
        let is_needed =
            |import_path: &str| is_any || missing().any(|one| self.package(one).is_some_and(|one| one == import_path));
        self.missing.next_downloads(is_needed, errors().any(|one| one.code == UNKNOWN_MODULE))
    }
}
