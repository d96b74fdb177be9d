//! The modules of a run that are missing in the module cache, and whether they can be downloaded.

use std::sync::PoisonError;

use super::{
    Modules,
    dependencies::{DependencySource, Module, ModuleOrigin},
    go_mod::ModuleVersion,
    missing_modules::{Downloads, MissingModules},
};
use crate::{diag::Diagnostic, modules::codes};

impl Modules<'_> {
    /// Returns the modules that were found to be missing in the module cache so far.
    pub fn missing_modules(&self) -> MissingModules {
        let mut missing = self.places.missing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        missing.is_graph_needed = self.is_graph_needed();
        for module in self.stood_in() {
            let used = self.module(&module.path, true).filter(|_| module.version.is_some());
            match used.and_then(|used| used.downloaded()) {
                Some(module) => drop(missing.stood_in.insert(module)),
                None => missing.lacks_versions |= self.main.has_go_mod && !self.is_vendored(),
            }
        }
        missing
    }

    /// Returns all modules listed in go.mod that are missing in the module cache.
    pub fn not_downloaded(&self) -> Downloads {
        let missing = self.missing_modules();
        if missing.is_graph_needed && !missing.go_mods.is_empty() {
            return Downloads { go_mods: missing.go_mods, ..Downloads::default() };
        }
        let DependencySource::Selected { .. } = &self.source else { return Downloads::default() };
        let is_missing = |module: &&Module| module.place == ModuleOrigin::Cache && !self.is_there(module);
        let all = self.all_modules(false);
        let modules = all.iter().filter(is_missing).filter_map(Module::downloaded).collect();
        Downloads { modules, ..Downloads::default() }
    }

    /// Checks whether modules can be downloaded.
    ///
    /// # Errors
    /// Returns an error message if the required modules and versions are unknown.
    pub fn can_be_downloaded(&self) -> Result<(), &'static str> {
        if self.is_vendored() {
            return Err("dependencies come from the vendor directory, so there is nothing to fetch");
        }
        if !self.main.has_go_mod {
            return Err("there is no go.mod here that lists modules");
        }
        Ok(())
    }

    /// Reports the go.mod lines of modules that cannot be downloaded.
    pub fn not_fetchable(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for main in &self.main.modules {
            for (required, span) in &main.go_mod.requirements {
                let ModuleVersion { path, version } = required;
                if main.go_mod.exclusions.contains(required) {
                    let message = format!("go.mod both requires and excludes module {path} {version}");
                    diagnostics.push(
                        Diagnostic::new(codes::NOT_FETCHED, message)
                            .at_with(*span, "required here")
                            .help("require another version, or remove the `exclude` line"),
                    );
                    continue;
                }
                let module = self.places.module(path, version);
                let ModuleOrigin::Replaced(replaced) = module.place else { continue };
                if self.is_there(&module) {
                    continue;
                }
                let folder = module.directory.as_deref().map(|folder| self.shown(folder).display().to_string());
                let message = format!("module {path} {version} is replaced by a directory that does not exist");
                diagnostics.push(
                    Diagnostic::new(codes::NOT_FETCHED, message)
                        .at_with(replaced, "replaced here")
                        .and(*span, "required here")
                        .note(format!("directory {} does not exist", folder.unwrap_or_default())),
                );
            }
        }
        diagnostics
    }

    /// Returns `true` if go.mod does not list all modules, so that versions depend on the go.mod files of others
    /// (before Go 1.17).
    fn is_graph_needed(&self) -> bool {
        matches!(self.source, DependencySource::Selected { rest: None, .. })
    }

    /// Returns `true` if go.mod files that determine versions are missing in the module cache.
    pub(super) fn is_missing_go_mods(&self) -> bool {
        !self.places.missing.lock().unwrap_or_else(PoisonError::into_inner).go_mods.is_empty()
    }

    /// Records a module that would contain a package.
    pub(super) fn note_missing_package(&self, import_path: &str, module: ModuleVersion) {
        let mut missing = self.places.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.packages.insert(import_path.to_owned(), module);
    }

    /// Records a module that could not be searched for packages.
    pub(super) fn note_not_searched(&self, module: &Module) {
        if let (ModuleOrigin::Cache, Some(module)) = (module.place, module.downloaded()) {
            self.places.missing.lock().unwrap_or_else(PoisonError::into_inner).searched.insert(module);
        }
    }

    /// Returns a hint on how to get modules: with this program, or with the Go command.
    pub(super) fn way_to_get(&self, modules: &str) -> String {
        if self.environment.fetches {
            format!("add `--fetch`, or run `go mod download {modules}`")
        } else {
            format!("run `go mod download {modules}`")
        }
    }

    /// Reports a module that could not be downloaded, at its line in go.mod.
    pub fn not_fetched(&self, module: &ModuleVersion, reason: &str) -> Diagnostic {
        let message = format!("module {} {} was not downloaded: {reason}", module.path, module.version);
        let advice = format!(
            "fix the cause, or set a directory that contains it in idlgen.toml: `[modules]`, `\"{}\" = \"DIR\"`",
            module.path
        );
        let diagnostic = Diagnostic::new(codes::NOT_FETCHED, message).help(advice);
        match self.main.required_at(&module.path) {
            Some(span) => diagnostic.at_with(span, "required here"),
            None => diagnostic,
        }
    }
}
