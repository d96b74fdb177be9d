//! Runs that download the modules that they need.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    Session,
    load::Markers,
    supply::{Supplier, Supply},
};
use crate::{
    diag::Diagnostic,
    modules::{Downloads, codes::UNKNOWN_MODULE},
};

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
            supply.missing.next_downloads(|_| true, is_unknown)
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
            if modules.is_vendored() {
                return Ok((Downloads::default(), diagnostics));
            }
            diagnostics.extend(modules.not_fetchable());
            modules.verify_all();
            diagnostics.extend(modules.mismatches());
            modules.can_be_downloaded().map(|()| (modules.not_downloaded(), diagnostics))
        };
        let is_lacking =
            |made: &Result<(Downloads, _), _>| made.as_ref().map(|(wanted, _)| wanted.clone()).unwrap_or_default();
        let supplied = self.supplied_with(load, |_, made| is_lacking(made));
        supplied.map(|(_, diagnostics)| diagnostics)
    }

    /// Returns `true` if the dependencies come from a vendor directory, so that no module is missing.
    #[cfg(feature = "fetch")]
    pub(crate) fn is_vendored(&mut self) -> bool {
        let known = self.sources.len();
        let is_vendored = self.modules().0.is_vendored();
        self.sources.truncate(known);
        is_vendored
    }

    fn supplied_with<T>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> T,
        wanted: impl Fn(&Supply<'a>, &T) -> Downloads,
    ) -> T {
        let known = self.sources.len();
        let mut asked = Downloads::default();
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
