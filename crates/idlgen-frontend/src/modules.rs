//! Finds Go packages without the Go toolchain: go.mod, go.work, vendor directories, the module cache, and package
//! patterns.

mod build_constraint;
mod build_tags;
mod built_in;
#[doc(hidden)]
pub mod builtin;
#[doc(hidden)]
pub mod checksums;
pub mod codes;
mod dependencies;
mod directive;
mod environment;
mod expand;
mod expand_directories;
mod expand_imports;
mod go_files;
mod go_mod;
mod go_sum;
mod go_variables;
mod go_version;
mod go_work;
mod header;
mod import_path;
mod locate;
mod location;
mod main_module;
mod missing_modules;
mod module_cache;
mod nested;
mod not_downloaded;
mod not_found;
mod package_at;
mod pattern;
mod semver;
mod stood_in;
#[cfg(test)]
mod testing;
mod tree;
mod undescribed;
mod vendor;
mod vendor_list;
mod verification;
mod version_range;
mod version_selection;
mod walk;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

pub use checksums::Checksums;
use dependencies::{DependencySource, ModuleOrigins};
pub use environment::{Dependencies, GoEnvironment, Workspace};
pub use go_mod::ModuleVersion;
pub use go_variables::GoVariables;
pub use location::{GoSource, PackageLocation, PackageOrigin};
use main_module::{MainModules, Replacements, main_modules};
pub use missing_modules::{Downloads, MissingModules};
#[doc(hidden)]
pub use module_cache::escape;
pub use stood_in::StoodIn;
use tree::Tree;
pub use undescribed::Undescribed;
use vendor::Vendored;
pub use version_range::VersionRange;
use version_selection::highest;

use crate::{
    diag::Diagnostic,
    source::{FileSystem, SourceMap, absolute, clean},
};

/// Returns the versions of a module in the module cache, each with the directory of its files.
pub fn cached_versions(files: &dyn FileSystem, cache: &Path, module: &str) -> Vec<(String, PathBuf)> {
    let cache = module_cache::ModuleCache::new(cache.to_owned());
    let versions = cache.versions(files, module).into_iter();
    versions.filter_map(|version| Some((version.clone(), cache.directory(module, &version)?))).collect()
}

/// The modules in use, for resolving patterns and import paths to files.
#[derive(Debug)]
pub struct Modules<'a> {
    tree: Tree<'a>,
    environment: GoEnvironment,
    places: ModuleOrigins,
    main: MainModules,
    /// The vendor directories in use, which take precedence over `source`.
    vendored: Vec<Vendored>,
    source: DependencySource,
    /// `true` if built-in declarations may replace a missing module.
    falls_back: bool,
    /// The modules replaced by built-in declarations.
    stood_in: Mutex<BTreeSet<StoodIn>>,
}

impl<'a> Modules<'a> {
    /// Reads go.mod, go.work and vendor/modules.txt for `directory`. A relative path is relative to the current
    /// directory.
    ///
    /// A directory without a go.mod is supported: its import path is the module path that [`GoEnvironment::overrides`]
    /// assigns to it, otherwise its name. The modules that it imports come from the module cache, in the highest
    /// releases that match [`GoEnvironment::kubernetes_minor`].
    pub fn load(
        files: &'a dyn FileSystem,
        directory: &Path,
        environment: &GoEnvironment,
        sources: &mut SourceMap,
    ) -> (Self, Vec<Diagnostic>) {
        Modules::load_roots(files, directory, &[], environment, sources)
    }

    /// Reads the same files as [`load`](Self::load), unless a directory pattern matches packages of other modules: then
    /// reads the go.mod of these modules. If the patterns match packages of several modules, one version of each
    /// dependency is selected for all of them, as in a workspace.
    pub fn load_for(
        files: &'a dyn FileSystem,
        directory: &Path,
        patterns: &[String],
        environment: &GoEnvironment,
        sources: &mut SourceMap,
    ) -> (Self, Vec<Diagnostic>) {
        let (modules, diagnostics) = Modules::load(files, directory, environment, sources);
        let roots = modules.roots_of(patterns);
        if roots.is_empty() {
            return (modules, diagnostics);
        }
        Modules::load_roots(files, directory, &roots, environment, sources)
    }

    fn load_roots(
        files: &'a dyn FileSystem,
        directory: &Path,
        roots: &[PathBuf],
        environment: &GoEnvironment,
        sources: &mut SourceMap,
    ) -> (Self, Vec<Diagnostic>) {
        let tree = Tree::new(files);
        let directory = clean(&absolute(directory));
        let mut diagnostics = Vec::new();
        if !tree.is_directory(&directory) {
            let message = format!("directory {} does not exist", directory.display());
            diagnostics.push(Diagnostic::new(codes::NO_PACKAGE, message));
        }
        let (mut main, said) = main_modules(&tree, &directory, roots, environment, sources);
        diagnostics.extend(said);
        let mut places = ModuleOrigins::new(&directory, environment, std::mem::take(&mut main.replacements));
        let (vendored, said) = main.vendored(&tree, environment, &places.replacements);
        diagnostics.extend(said);
        let has_one_list = main.workspace.is_some() || main.modules.len() == 1;
        let source = if has_one_list && !vendored.is_empty() {
            DependencySource::Vendor
        } else if main.has_go_mod {
            places.verification.checksums = main.checksums(&tree, &directory, sources);
            main.select(&tree, &places)
        } else {
            DependencySource::Newest(Mutex::default())
        };
        (
            Modules {
                tree,
                environment: environment.clone(),
                places,
                main,
                vendored,
                source,
                falls_back: true,
                stood_in: Mutex::default(),
            },
            diagnostics,
        )
    }

    /// Uses exactly these modules (path and version) from the module cache and the overrides of the environment,
    /// without a main module and without built-in declarations.
    pub fn from_versions(files: &'a dyn FileSystem, versions: &[(&str, &str)], environment: &GoEnvironment) -> Self {
        let given = versions
            .iter()
            .map(|(path, version)| ModuleVersion { path: (*path).to_owned(), version: (*version).to_owned() });
        let listed = highest(&given.collect::<Vec<_>>());
        Modules {
            tree: Tree::new(files),
            environment: environment.clone(),
            places: ModuleOrigins::new(Path::new(""), environment, Replacements::new()),
            main: MainModules::default(),
            vendored: Vec::new(),
            source: DependencySource::Selected { listed, rest: None },
            falls_back: false,
            stood_in: Mutex::default(),
        }
    }

    /// Returns the path of the main module that contains the directory, if a go.mod sets it.
    pub fn main_path(&self) -> Option<&str> {
        let owners = self.main.modules.iter().filter(|main| self.places.directory.starts_with(&main.directory));
        let nearest = owners.max_by_key(|main| main.directory.components().count());
        nearest.or(self.main.modules.first()).filter(|_| self.main.has_go_mod).map(|main| main.path.as_str())
    }

    /// Returns every file that was read, sorted by path: Go files, go.mod, go.work, vendor/modules.txt.
    pub fn files_read(&self) -> Vec<PathBuf> {
        self.tree.files_read()
    }

    /// Returns every directory that was searched for Go files, sorted by path. A new Go file in one of them may affect
    /// the result, and so may a new subdirectory if a pattern with `...` matches it. Excludes directories in the module
    /// cache, which do not change.
    pub fn searched_directories(&self) -> Vec<PathBuf> {
        let mut folders = self.tree.searched_directories();
        if let Some(cache) = &self.environment.module_cache {
            folders.retain(|folder| !folder.starts_with(cache));
        }
        folders
    }

    /// Returns the hashes in the go.sum of each main module, and in the go.work.sum of a workspace.
    pub fn checksums(&self) -> &Checksums {
        &self.places.verification.checksums
    }

    /// Returns `true` if all dependencies come from a vendor directory.
    pub fn is_vendored(&self) -> bool {
        matches!(self.source, DependencySource::Vendor)
    }

    /// Reports the versions selected from the module cache without a go.mod.
    pub fn chosen_versions(&self) -> Option<Diagnostic> {
        let DependencySource::Newest(known) = &self.source else { return None };
        let known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let chosen: Vec<String> =
            known.iter().filter_map(|(path, version)| Some(format!("{path} {}", version.as_ref()?))).collect();
        let fitting = match self.environment.kubernetes_minor {
            Some(minor) => format!("these are the newest versions in the cache that match Kubernetes 1.{minor}"),
            None => "these are the newest versions in the cache".to_owned(),
        };
        (!chosen.is_empty()).then(|| {
            let message = format!("no go.mod sets module versions; read from the module cache: {}", chosen.join(", "));
            Diagnostic::new(codes::CHOSEN_VERSIONS, message).note(fitting)
        })
    }

    /// Returns a path for diagnostics: relative to the loaded directory if it is inside.
    fn shown<'p>(&self, path: &'p Path) -> &'p Path {
        match path.strip_prefix(&self.places.directory) {
            Ok(below) if below.as_os_str().is_empty() => Path::new("."),
            Ok(below) if !self.places.directory.as_os_str().is_empty() => below,
            _ => path,
        }
    }
}
