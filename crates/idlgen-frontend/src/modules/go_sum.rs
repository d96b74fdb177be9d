//! Verifies modules in the module cache with go.sum, like the Go command (`cmd/go/internal/modfetch.checkMod`,
//! `checkGoMod`): the stored hash of a module's zip, and the content of a go.mod. A module without a hash in go.sum is
//! accepted, because the Go command reports it when the project is built.

use std::sync::PoisonError;

use super::{
    Modules, PackageLocation, PackageOrigin,
    checksums::of_go_mod,
    dependencies::{Module, ModuleOrigin, ModuleOrigins},
    go_mod::ModuleVersion,
    tree::Tree,
};
use crate::diag::Diagnostic;

/// Maximum size of a hash file in bytes.
const MAX_HASH_BYTES: u64 = 1 << 10;

impl ModuleOrigins {
    /// Verifies the text of a go.mod in the module cache.
    pub(super) fn verify_go_mod(&self, module: &ModuleVersion, text: &str) {
        let version = format!("{}/go.mod", module.version);
        let module = ModuleVersion { path: module.path.clone(), version };
        self.verification.compare(module, || Some(of_go_mod(text.as_bytes())));
    }

    /// Verifies a module in the module cache.
    fn verify(&self, module: ModuleVersion, tree: &Tree<'_>) {
        let kept = self.cache.as_ref().and_then(|cache| cache.hash_file(&module.path, &module.version));
        self.verification.compare(module, || {
            // If the tool that stored the module has not stored its hash, it cannot be verified.
            let bytes = tree.disk().read_up_to(&kept?, MAX_HASH_BYTES).ok()?;
            let text = String::from_utf8(bytes).ok()?;
            Some(text.trim().to_owned()).filter(|hash| hash.starts_with("h1:") && hash.len() == 47)
        });
    }
}

impl Modules<'_> {
    /// Verifies the module of a package with go.sum.
    pub(super) fn verify_module_of(&self, package: &PackageLocation) {
        let PackageOrigin::Module { .. } = package.origin else { return };
        let module = self.places.cache.as_ref().and_then(|cache| cache.module_at(&package.directory));
        if let Some(module) = module {
            self.places.verify(module, &self.tree);
        }
    }

    /// Verifies all modules listed in go.mod that are in the module cache with go.sum.
    pub fn verify_all(&self) {
        let is_cached = |module: &Module| module.place == ModuleOrigin::Cache && self.is_there(module);
        let Some(cache) = &self.places.cache else { return };
        for module in self.all_modules(false).into_iter().filter(is_cached) {
            if let Some(module) = module.directory.and_then(|directory| cache.module_at(&directory)) {
                self.places.verify(module, &self.tree);
            }
        }
    }

    /// Returns the errors of the modules used so far.
    pub fn mismatches(&self) -> Vec<Diagnostic> {
        let compared = self.places.verification.compared.lock().unwrap_or_else(PoisonError::into_inner);
        compared.values().flatten().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        modules::testing::{environment, report, tree},
        source::SourceMap,
    };

    const GOOD: &str = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const OTHER: &str = "h1:BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    /// Returns the diagnostics for a module with the stored hash `kept` and the content `sum` of go.sum.
    fn compared(kept: &str, sum: &str, go: &str) -> Vec<String> {
        let files = tree(&format!(
            "// /cache/x.y/!a@v1.0.0/v1/a.go\n-- go.mod --\nmodule m.n/o\n\ngo {go}\n\nrequire x.y/A v1.0.0\n\
             -- /cache/cache/download/x.y/!a/@v/v1.0.0.mod --\nmodule x.y/A\n\
             -- /cache/cache/download/x.y/!a/@v/v1.0.0.ziphash --\n{kept}\n-- go.sum --\n{sum}\n"
        ));
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let package = modules.locate("x.y/A/v1").unwrap();
        assert_eq!(modules.go_files(&package).0.len(), 1);
        let found = modules.mismatches();
        // All modules can be verified without reading a package.
        let (unread, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut SourceMap::default());
        unread.verify_all();
        assert_eq!(unread.mismatches(), found);
        found.iter().map(|one| report(one, &sources)).collect()
    }

    #[test]
    fn a_module_that_is_not_what_go_sum_says_is_an_error_at_its_line() {
        let found = compared(OTHER, &format!("k8s.io/api v1.0.0 h1:x=\nx.y/A v1.0.0 {GOOD}"), "1.24");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with("IDL0120 go.sum:2:1 module x.y/A v1.0.0 in the module cache does not match go.sum"),
            "{found:?}"
        );
        for (kept, sum) in [
            (GOOD, format!("x.y/A v1.0.0 {GOOD}")),
            // The Go command would require an entry in go.sum, or compute the hash again. Reading types does not need
            // this.
            (OTHER, format!("x.y/A v1.0.0/go.mod {GOOD}")),
            (OTHER, String::new()),
            ("", format!("x.y/A v1.0.0 {GOOD}")),
        ] {
            assert_eq!(compared(kept, &sum, "1.24"), [""; 0], "{kept} {sum}");
        }
    }

    #[test]
    fn a_go_mod_that_says_versions_is_compared_too() {
        let sum = format!("x.y/A v1.0.0/go.mod {GOOD}");
        let found = compared(GOOD, &sum, "1.16");
        assert!(found[0].starts_with("IDL0120 go.sum:1:1 the go.mod of module x.y/A v1.0.0"), "{found:?}");
        let right = format!("x.y/A v1.0.0/go.mod {}", of_go_mod(b"module x.y/A\n"));
        assert_eq!(compared(GOOD, &right, "1.16"), [""; 0]);
    }
}
