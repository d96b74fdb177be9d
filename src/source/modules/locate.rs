//! From an import path to a folder.

use std::path::{Path, PathBuf};

use super::{
    Modules, PackageLocation, PackageOrigin,
    build_tags::is_go_file,
    dependencies::{DependencySource, Module, Place, newest},
    import_path,
    main_module::MainModule,
    tree::join,
    version_selection::Selection,
};
use crate::diag::{Diagnostic, codes::source as codes};

/// What came of looking for a package.
enum Lookup {
    Found(PackageLocation),
    /// The module is there, but it has no such package.
    Lacking(Module),
    /// The module is not there.
    Missing(Module),
    /// No module's path is the beginning of the import path.
    Nowhere,
}

impl Modules<'_> {
    /// The package of an import path. A path that no module provides and that has no dot in its first part is taken for one of the standard library.
    /// The diagnostic of a package that is not found has no place of its own; the caller knows the import.
    pub fn locate(&self, import_path: &str) -> Result<PackageLocation, Diagnostic> {
        if !import_path::is_well_formed(import_path) {
            let message = format!("`{import_path}` cannot be an import path");
            return Err(Diagnostic::new(codes::INVALID_IMPORT_PATH, message));
        }
        let is_standard = import_path::is_standard(import_path);
        let mut lookup = self.look_up(import_path, false);
        if let (Lookup::Nowhere | Lookup::Lacking(_), false) = (&lookup, is_standard) {
            lookup = self.look_up(import_path, true);
        }
        match lookup {
            Lookup::Found(location) => Ok(location),
            Lookup::Nowhere if is_standard => Ok(PackageLocation {
                import_path: import_path.to_owned(),
                directory: PathBuf::new(),
                origin: PackageOrigin::Standard,
            }),
            Lookup::Nowhere => Err(self.unknown(import_path)),
            Lookup::Lacking(module) => Err(self.lacking(import_path, &module)),
            Lookup::Missing(module) => Err(self.missing(import_path, &module)),
        }
    }

    fn look_up(&self, import_path: &str, whole_graph: bool) -> Lookup {
        let mut result = Lookup::Nowhere;
        for prefix in import_path::prefixes(import_path) {
            let Some(module) = self.module(prefix, whole_graph) else { continue };
            let below = import_path::below(import_path, prefix).unwrap_or("");
            let is_there = self.is_there(&module);
            if is_there && let Some(location) = self.package_in(&module, below) {
                return Lookup::Found(location);
            }
            result = match result {
                Lookup::Nowhere if is_there => Lookup::Lacking(module),
                Lookup::Nowhere | Lookup::Lacking(_) if !is_there => Lookup::Missing(module),
                other => other,
            };
        }
        if let DependencySource::Vendor { directory, list } = &self.source
            && let Some(module) = list.packages.get(import_path)
            && !self.places.overrides.contains_key(&module.path)
        {
            let directory = join(directory, import_path);
            if self.has_go_file(&directory) {
                let origin = PackageOrigin::Module { path: module.path.clone(), version: module.version.clone() };
                return Lookup::Found(PackageLocation { import_path: import_path.to_owned(), directory, origin });
            }
        }
        result
    }

    /// The module of that path, if it is used. `whole_graph` adds those that go.mod does not list.
    pub(super) fn module(&self, path: &str, whole_graph: bool) -> Option<Module> {
        if let Some(module) = self.places.overridden(path) {
            return Some(module);
        }
        if let Some(main) = self.main.modules.iter().find(|main| main.path == path) {
            return Some(main.module());
        }
        match &self.source {
            DependencySource::Vendor { .. } => None,
            DependencySource::Newest(known) => newest(known, &self.tree, &self.places, path),
            DependencySource::Selected { listed, .. } => {
                let in_rest = || self.rest_of_graph().filter(|_| whole_graph)?.get(path);
                let version = listed.get(path).or_else(in_rest)?;
                Some(self.places.module(path, version))
            }
        }
    }

    /// The modules that go.mod need not list and does not.
    fn rest_of_graph(&self) -> Option<&Selection> {
        let DependencySource::Selected { listed, rest: Some(rest) } = &self.source else { return None };
        Some(rest.get_or_init(|| self.main.rest_of_graph(&self.tree, &self.places, listed)))
    }

    /// Every module that is used, those of the user's configuration first, then those worked on, then the others in order of path. For a folder
    /// without a go.mod, whose modules come from the whole module cache, those are left out.
    pub(super) fn all_modules(&self, whole_graph: bool) -> Vec<Module> {
        let overridden = self.places.overrides.keys().filter_map(|path| self.places.overridden(path));
        let mut modules: Vec<Module> = overridden.collect();
        let is_new = |path: &str| !self.places.overrides.contains_key(path);
        modules.extend(self.main.modules.iter().filter(|main| is_new(&main.path)).map(MainModule::module));
        if let DependencySource::Selected { listed, .. } = &self.source {
            let rest = if whole_graph { self.rest_of_graph() } else { None };
            let versions = listed.iter().chain(rest.into_iter().flatten()).filter(|(path, _)| is_new(path));
            modules.extend(versions.map(|(path, version)| self.places.module(path, version)));
        }
        modules
    }

    /// Whether the module's folder exists.
    pub(super) fn is_there(&self, module: &Module) -> bool {
        module.directory.as_ref().is_some_and(|directory| self.tree.is_directory(directory))
    }

    /// The package `below` the root of a module, if there are Go files and no other module in between.
    fn package_in(&self, module: &Module, below: &str) -> Option<PackageLocation> {
        let root = module.directory.as_ref()?;
        let directory = join(root, below);
        (!self.is_of_inner_module(&directory, root) && self.has_go_file(&directory)).then(|| location(module, below))
    }

    /// Whether a go.mod lies between a module's root and a folder in it.
    pub(super) fn is_of_inner_module(&self, directory: &Path, root: &Path) -> bool {
        let mut between = directory.ancestors().take_while(|folder| *folder != root);
        between.any(|folder| self.tree.is_file(&folder.join("go.mod")))
    }

    fn has_go_file(&self, directory: &Path) -> bool {
        let Ok(entries) = self.tree.list(directory) else { return false };
        entries.iter().any(|entry| !entry.is_directory && is_go_file(&entry.name))
    }
}

/// The location of the package `below` the root of a module.
pub(super) fn location(module: &Module, below: &str) -> PackageLocation {
    PackageLocation {
        import_path: import_path::join(&module.path, below),
        directory: module.directory.as_ref().map(|root| join(root, below)).unwrap_or_default(),
        origin: match module.place {
            Place::Main => PackageOrigin::Main,
            _ => PackageOrigin::Module { path: module.path.clone(), version: module.version.clone() },
        },
    }
}
