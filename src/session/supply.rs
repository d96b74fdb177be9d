//! Downloads the modules that a run needs and that are not on this machine.

use std::{collections::BTreeMap, fmt::Debug, rc::Rc};

use super::{Session, load::Markers};
use crate::{
    diag::{Diagnostic, Severity},
    modules::{
        Checksums, MissingModules, ModuleVersion, Modules, Wanted,
        codes::{MISSING_MODULE, UNKNOWN_MODULE},
    },
    source::Span,
};

/// Downloads modules.
pub trait Supplier: Debug {
    /// Downloads these modules and verifies them with go.sum. Returns those that could not be downloaded, with error
    /// messages.
    fn supply(&self, wanted: &Wanted, checksums: &Checksums) -> Vec<(ModuleVersion, String)>;

    /// Reports the total amount of downloaded data.
    fn finish(&self);
}

/// The state of downloading modules in a session.
#[derive(Debug, Default)]
pub(super) struct Supply<'a> {
    supplier: Option<Rc<dyn Supplier + 'a>>,
    /// The modules that were missing in the last run.
    missing: MissingModules,
    /// The import paths of missing packages, by the location of their diagnostics.
    packages: BTreeMap<Span, String>,
    checksums: Checksums,
    /// The modules that could not be downloaded, with error messages.
    failed: Vec<(ModuleVersion, String)>,
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
    fn wanted(&self, diagnostics: &[Diagnostic]) -> Wanted {
        let errors = || diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let missing = || errors().filter(|one| one.code == MISSING_MODULE);
        // A missing package that comes from a pattern has no position.
        let is_any = missing().any(|one| self.package(one).is_none());
        let is_needed =
            |import_path: &str| is_any || missing().any(|one| self.package(one).is_some_and(|one| one == import_path));
        self.missing.wanted(is_needed, errors().any(|one| one.code == UNKNOWN_MODULE))
    }
}

impl<'a> Session<'a> {
    /// Sets the supplier, which downloads the modules that the session needs and that are not on this machine.
    pub fn supply_with(&mut self, supplier: Rc<dyn Supplier + 'a>) {
        self.supply.supplier = Some(supplier);
    }

    /// Calls `run`, downloads the modules that are missing according to its errors, and repeats this until none are
    /// missing or a download fails. `said` returns the diagnostics of a run.
    pub(super) fn supplied<T>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> T,
        said: impl for<'t> Fn(&'t T) -> &'t [Diagnostic],
    ) -> T {
        self.supplied_with(&mut run, |supply, made| supply.wanted(said(made)))
    }

    /// Downloads the modules that are needed to read the packages. Returns the diagnostics about files and modules.
    ///
    /// # Errors
    /// Returns an error message if modules cannot be downloaded at all.
    pub fn supply_packages(&mut self) -> Result<Vec<Diagnostic>, &'static str> {
        let load = |session: &mut Self| {
            let (modules, loaded) = session.load(&[], Markers::OfPackage);
            modules.can_be_downloaded().map(|()| loaded.diagnostics)
        };
        self.supplied_with(load, |supply, loaded| {
            let is_unknown = loaded.iter().flatten().any(|one| one.code == UNKNOWN_MODULE);
            supply.missing.wanted(|_| true, is_unknown)
        })
    }

    /// Downloads all modules in go.mod. Returns the diagnostics.
    ///
    /// # Errors
    /// Returns an error message if modules cannot be downloaded at all.
    pub fn supply_go_mod(&mut self) -> Result<Vec<Diagnostic>, &'static str> {
        let load = |session: &mut Self| {
            let (modules, mut diagnostics) = session.modules();
            session.supply.take(&modules, &BTreeMap::new(), &mut diagnostics);
            diagnostics.extend(modules.not_fetchable());
            modules.verify_all();
            diagnostics.extend(modules.mismatches());
            modules.can_be_downloaded().map(|()| (modules.not_downloaded(), diagnostics))
        };
        let is_lacking =
            |made: &Result<(Wanted, _), _>| made.as_ref().map(|(wanted, _)| wanted.clone()).unwrap_or_default();
        let supplied = self.supplied_with(load, |_, made| is_lacking(made));
        supplied.map(|(_, diagnostics)| diagnostics)
    }

    fn supplied_with<T>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> T,
        wanted: impl Fn(&Supply<'a>, &T) -> Wanted,
    ) -> T {
        let known = self.sources.len();
        let mut asked = Wanted::default();
        loop {
            let made = run(self);
            let Some(supplier) = self.supply.supplier.clone() else { return made };
            let mut wanted = wanted(&self.supply, &made);
            // If a module is still missing after its download, do not download it again.
            wanted.remove(&asked);
            if wanted.is_empty() || self.supply.has_failed() {
                supplier.finish();
                return made;
            }
            self.supply.failed = supplier.supply(&wanted, &self.supply.checksums);
            asked.add(&wanted);
            self.sources.truncate(known);
        }
    }
}
