//! Modules that are missing in the module cache, and selection of the next ones to download.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::PoisonError,
};

use super::{
    Modules,
    dependencies::{DependencySource, Module, ModuleOrigin},
    go_mod::ModuleVersion,
};
use crate::{diag::Diagnostic, modules::codes};

/// The modules that a run needs and that are missing in the module cache.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingModules {
    /// The modules that contain requested packages, by import path.
    pub packages: BTreeMap<String, ModuleVersion>,
    /// Modules in which a pattern may match packages.
    pub searched: BTreeSet<ModuleVersion>,
    /// Modules for which built-in declarations were used.
    pub stood_in: BTreeSet<ModuleVersion>,
    /// Modules whose go.mod may determine versions.
    pub go_mods: BTreeSet<ModuleVersion>,
    /// `true` if all versions depend on these go.mod files.
    is_graph_needed: bool,
    /// `true` if built-in declarations were used for a module whose version only these go.mod files may determine.
    lacks_versions: bool,
}

/// The module versions and go.mod files to download next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the protocol has no more parts")]
pub struct Downloads {
    /// Modules to download entirely.
    pub modules: BTreeSet<ModuleVersion>,
    /// Modules of which only the go.mod is required.
    pub go_mods: BTreeSet<ModuleVersion>,
}

impl Downloads {
    /// Returns `true` if there is nothing to download.
    pub fn is_empty(&self) -> bool {
        self.modules.is_empty() && self.go_mods.is_empty()
    }

    /// Removes the modules in `other`.
    pub fn remove(&mut self, other: &Downloads) {
        self.modules.retain(|module| !other.modules.contains(module));
        self.go_mods.retain(|module| !other.go_mods.contains(module));
    }

    /// Adds the modules in `other`.
    pub fn add(&mut self, other: &Downloads) {
        self.modules.extend(other.modules.iter().cloned());
        self.go_mods.extend(other.go_mods.iter().cloned());
    }
}

impl MissingModules {
    /// Returns the next modules to download. `is_needed` selects import paths. `is_more_needed` is `true` if a package
    /// of an unknown module is required.
    ///
    /// If go.mod lists all modules, the go.mod files of other modules are only read if a package is still missing.
    pub fn next_downloads(&self, is_needed: impl Fn(&str) -> bool, is_more_needed: bool) -> Downloads {
        let needed = self.packages.iter().filter(|(import_path, _)| is_needed(import_path)).map(|(_, module)| module);
        let modules: BTreeSet<ModuleVersion> = needed.chain(&self.searched).chain(&self.stood_in).cloned().collect();
        let is_listed = !self.is_graph_needed && !modules.is_empty();
        if !is_listed && (self.is_graph_needed || is_more_needed || self.lacks_versions) && !self.go_mods.is_empty() {
            return Downloads { go_mods: self.go_mods.clone(), ..Downloads::default() };
        }
        Downloads { modules, ..Downloads::default() }
    }
}

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
                            .note("require another version, or remove the `exclude` line"),
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
        let diagnostic = Diagnostic::new(codes::NOT_FETCHED, message).note(advice);
        match self.main.required_at(&module.path) {
            Some(span) => diagnostic.at_with(span, "required here"),
            None => diagnostic,
        }
    }
}
