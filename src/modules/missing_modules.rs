//! What a run needs and the module cache does not have, and what of it to download next.

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

/// What a run needs and the module cache does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingModules {
    /// The modules of packages that were looked for, by import path.
    pub packages: BTreeMap<String, ModuleVersion>,
    /// Modules in which a pattern may match packages.
    pub searched: BTreeSet<ModuleVersion>,
    /// Modules that were replaced by the built-in declarations.
    pub stood_in: BTreeSet<ModuleVersion>,
    /// Modules whose go.mod may say versions.
    pub go_mods: BTreeSet<ModuleVersion>,
    /// Whether all versions depend on these go.mod files.
    is_graph_needed: bool,
    /// Whether a module was replaced by the built-in declarations whose version only these go.mod files may say.
    lacks_versions: bool,
}

/// What to download.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the protocol has no more parts")]
pub struct Wanted {
    /// Modules, with all of their files.
    pub modules: BTreeSet<ModuleVersion>,
    /// Modules of which only the go.mod is needed.
    pub go_mods: BTreeSet<ModuleVersion>,
}

impl Wanted {
    /// Returns `true` if there is nothing to download.
    pub fn is_empty(&self) -> bool {
        self.modules.is_empty() && self.go_mods.is_empty()
    }

    /// Removes what `other` has.
    pub fn remove(&mut self, other: &Wanted) {
        self.modules.retain(|module| !other.modules.contains(module));
        self.go_mods.retain(|module| !other.go_mods.contains(module));
    }

    /// Adds what `other` has.
    pub fn add(&mut self, other: &Wanted) {
        self.modules.extend(other.modules.iter().cloned());
        self.go_mods.extend(other.go_mods.iter().cloned());
    }
}

impl MissingModules {
    /// Returns what to download next. `is_needed` decides by import path; `is_more_needed` means that a package is
    /// needed that is of no known module.
    ///
    /// Where go.mod lists all modules, the go.mod files of others are read only if a package is still missing then.
    pub fn wanted(&self, is_needed: impl Fn(&str) -> bool, is_more_needed: bool) -> Wanted {
        let needed = self.packages.iter().filter(|(import_path, _)| is_needed(import_path)).map(|(_, module)| module);
        let modules: BTreeSet<ModuleVersion> = needed.chain(&self.searched).chain(&self.stood_in).cloned().collect();
        let is_listed = !self.is_graph_needed && !modules.is_empty();
        if !is_listed && (self.is_graph_needed || is_more_needed || self.lacks_versions) && !self.go_mods.is_empty() {
            return Wanted { go_mods: self.go_mods.clone(), ..Wanted::default() };
        }
        Wanted { modules, ..Wanted::default() }
    }
}

impl Modules<'_> {
    /// Returns what the module cache does not have of all that was looked for so far.
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

    /// Returns all modules of go.mod that the module cache does not have.
    pub fn not_downloaded(&self) -> Wanted {
        let missing = self.missing_modules();
        if missing.is_graph_needed && !missing.go_mods.is_empty() {
            return Wanted { go_mods: missing.go_mods, ..Wanted::default() };
        }
        let DependencySource::Selected { .. } = &self.source else { return Wanted::default() };
        let is_missing = |module: &&Module| module.place == ModuleOrigin::Cache && !self.is_there(module);
        let all = self.all_modules(false);
        let modules = all.iter().filter(is_missing).filter_map(Module::downloaded).collect();
        Wanted { modules, ..Wanted::default() }
    }

    /// Returns why no module can be downloaded, if none can.
    ///
    /// # Errors
    /// Nothing says modules and versions: a sentence.
    pub fn can_be_downloaded(&self) -> Result<(), &'static str> {
        if self.is_vendored() {
            return Err("dependencies come from the vendor directory, so there is nothing to fetch");
        }
        if !self.main.has_go_mod {
            return Err("there is no go.mod here that lists modules");
        }
        Ok(())
    }

    /// Reports the lines of go.mod that name modules that cannot be downloaded.
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

    /// Returns `true` if go.mod does not list all modules, so that only the go.mod files of others say versions (before
    /// Go 1.17).
    fn is_graph_needed(&self) -> bool {
        matches!(self.source, DependencySource::Selected { rest: None, .. })
    }

    /// Returns `true` if the module cache does not have all go.mod files that say versions.
    pub(super) fn lacks_go_mods(&self) -> bool {
        !self.places.missing.lock().unwrap_or_else(PoisonError::into_inner).go_mods.is_empty()
    }

    /// Remembers a module that a package would be of.
    pub(super) fn note_missing_package(&self, import_path: &str, module: ModuleVersion) {
        let mut missing = self.places.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.packages.insert(import_path.to_owned(), module);
    }

    /// Remembers a module in which packages could not be looked for.
    pub(super) fn note_not_searched(&self, module: &Module) {
        if let (ModuleOrigin::Cache, Some(module)) = (module.place, module.downloaded()) {
            self.places.missing.lock().unwrap_or_else(PoisonError::into_inner).searched.insert(module);
        }
    }

    /// Returns how to get modules: with the program at hand, or with the Go command.
    pub(super) fn way_to_get(&self, modules: &str) -> String {
        if self.environment.fetches {
            format!("add `--fetch`, or run `go mod download {modules}`")
        } else {
            format!("run `go mod download {modules}`")
        }
    }

    /// Reports a module that could not be downloaded, at its line of go.mod.
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
