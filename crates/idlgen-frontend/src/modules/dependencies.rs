//! The source of dependencies that no vendor directory in use contains: selected versions in the module cache, or the
//! newest versions there.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

use super::{
    GoEnvironment,
    go_mod::{GoMod, ModuleVersion, ReplacementTarget},
    go_version::GoVersion,
    main_module::{MainModule, MainModules, PlacedReplacement, Replacements},
    missing_modules::MissingModules,
    module_cache::ModuleCache,
    tree::Tree,
    verification::Verification,
    version_selection::{Requirements, Selection, highest, select},
};
use crate::source::{FileId, Span, clean};

#[derive(Debug)]
pub(super) enum DependencySource {
    /// None: the vendor directory contains all dependencies.
    Vendor,
    /// Module versions that requirements select.
    Selected {
        /// The modules listed in go.mod (since Go 1.17, all that packages of the main modules need), otherwise the
        /// entire graph.
        listed: Selection,
        /// The rest of the graph, which is computed when a package is not in the listed modules. `None` if the listed
        /// modules are complete.
        rest: Option<OnceLock<Selection>>,
    },
    /// The newest matching version of each module in the module cache, for a directory without a go.mod.
    Newest(Mutex<BTreeMap<String, Option<String>>>),
}

/// A module that may contain a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) path: String,
    /// The version in use. `None` for a main module and for a module in a directory.
    pub(super) version: Option<String>,
    /// The directory with its files. `None` without a module cache.
    pub(super) directory: Option<PathBuf>,
    /// The origin of the directory.
    pub(super) place: ModuleOrigin,
    /// The module in the module cache that replaces this one, and the `replace` line.
    pub(super) replaced_by: Option<(ModuleVersion, Span)>,
}

impl Module {
    /// Returns the module version that `go mod download` needs: the replacement if there is one, otherwise the module
    /// itself.
    pub(super) fn downloaded(&self) -> Option<ModuleVersion> {
        let own = || Some(ModuleVersion { path: self.path.clone(), version: self.version.clone()? });
        self.replaced_by.as_ref().map(|(module, _)| module.clone()).or_else(own)
    }

    /// Returns `true` if a module with another path replaces it.
    pub(super) fn is_another(&self) -> bool {
        self.replaced_by.as_ref().is_some_and(|(module, _)| module.path != self.path)
    }
}

/// The origin of a module's directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModuleOrigin {
    Main,
    /// A directory set by the user.
    Override,
    /// A `replace` line.
    Replaced(Span),
    Cache,
    /// Built-in declarations.
    BuiltIn,
}

/// Resolves modules and versions to directories.
#[derive(Debug)]
pub(super) struct ModuleOrigins {
    /// The loaded directory.
    pub(super) directory: PathBuf,
    pub(super) cache: Option<ModuleCache>,
    pub(super) overrides: BTreeMap<String, PathBuf>,
    pub(super) replacements: Replacements,
    /// The requested modules that are missing in the module cache.
    pub(super) missing: Mutex<MissingModules>,
    /// The results of verifying the module cache with go.sum.
    pub(super) verification: Verification,
    /// The Kubernetes version that selects modules if there is no go.mod.
    pub(super) kubernetes_minor: Option<u16>,
}

impl ModuleOrigins {
    pub(super) fn new(directory: &Path, environment: &GoEnvironment, replacements: Replacements) -> Self {
        let overrides = environment.overrides.iter();
        ModuleOrigins {
            directory: directory.to_owned(),
            cache: environment.module_cache.clone().map(ModuleCache::new),
            overrides: overrides.map(|(path, folder)| (path.clone(), clean(&directory.join(folder)))).collect(),
            replacements,
            missing: Mutex::default(),
            verification: Verification::default(),
            kubernetes_minor: environment.kubernetes_minor,
        }
    }

    /// Returns the module in the directory that the user has set for it.
    pub(super) fn overridden(&self, path: &str) -> Option<Module> {
        let folder = self.overrides.get(path)?;
        Some(Module {
            path: path.to_owned(),
            version: None,
            directory: Some(folder.clone()),
            place: ModuleOrigin::Override,
            replaced_by: None,
        })
    }

    /// Returns the directory of a module version.
    pub(super) fn module(&self, path: &str, version: &str) -> Module {
        if let Some(module) = self.overridden(path) {
            return module;
        }
        let in_cache = |path: &str, version: &str| self.cache.as_ref()?.directory(path, version);
        let own = Module {
            path: path.to_owned(),
            version: Some(version.to_owned()),
            directory: None,
            place: ModuleOrigin::Cache,
            replaced_by: None,
        };
        match self.replacement(path, version).map(|placed| (placed, &placed.replacement.target)) {
            None => Module { directory: in_cache(path, version), ..own },
            Some((placed, ReplacementTarget::Module(target))) => Module {
                version: Some(target.version.clone()),
                directory: in_cache(&target.path, &target.version),
                replaced_by: Some((target.clone(), placed.replacement.span)),
                ..own
            },
            Some((placed, ReplacementTarget::Folder(_))) => {
                let place = ModuleOrigin::Replaced(placed.replacement.span);
                Module { directory: placed.directory(), place, ..own }
            }
        }
    }

    fn replacement(&self, path: &str, version: &str) -> Option<&PlacedReplacement> {
        let exact = self.replacements.get(&(path.to_owned(), Some(version.to_owned())));
        exact.or_else(|| self.replacements.get(&(path.to_owned(), None)))
    }

    /// Returns the requirements in a module's go.mod, if it is readable.
    fn requirements(&self, tree: &Tree<'_>, module: &ModuleVersion) -> Option<GoMod> {
        let found = self.module(&module.path, &module.version);
        let in_directory = || tree.text_if_any(&found.directory.as_ref()?.join("go.mod"));
        let downloaded = || {
            let ModuleVersion { path, version } = found.downloaded()?;
            tree.text_if_any(&self.cache.as_ref()?.go_mod(&path, &version)?)
        };
        let text = match found.place {
            ModuleOrigin::Cache => downloaded().or_else(in_directory),
            _ => in_directory(),
        };
        if text.is_none() && found.place == ModuleOrigin::Cache {
            let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
            missing.go_mods.extend(found.downloaded());
        }
        if let (Some(text), ModuleOrigin::Cache, Some(module)) = (&text, found.place, found.downloaded()) {
            self.verify_go_mod(&module, text);
        }
        // The spans of a dependency's go.mod are never shown. If it has an error, a package will be missing, which is
        // reported.
        text.map(|text| GoMod::parse(FileId::from_index(u32::MAX), &text).0)
    }
}

impl MainModules {
    /// Returns the versions that the main modules' requirements select.
    pub(super) fn select(&self, tree: &Tree<'_>, places: &ModuleOrigins) -> DependencySource {
        let is_complete = |go: GoVersion| go >= GoVersion::COMPLETE_REQUIREMENTS;
        let main: Vec<Requirements> = self
            .modules
            .iter()
            .map(|module| Requirements {
                modules: self.permitted(module.go_mod.requirements.iter().map(|(required, _)| required.clone())),
                is_complete: is_complete(module.go_mod.go_version()),
            })
            .collect();
        // The modules of a workspace need the entire graph. Modules that are only read together list what they need.
        let is_listed = self.workspace.is_none() && main.iter().all(|module| module.is_complete);
        let listed = if is_listed {
            highest(main.iter().flat_map(|requirements| &requirements.modules))
        } else {
            self.graph(tree, places, &main)
        };
        DependencySource::Selected { listed, rest: is_listed.then(OnceLock::new) }
    }

    /// Returns the versions of the entire graph of requirements.
    fn graph(&self, tree: &Tree<'_>, places: &ModuleOrigins, main: &[Requirements]) -> Selection {
        select(main, |module| {
            let go_mod = places.requirements(tree, module)?;
            Some(Requirements {
                is_complete: go_mod.go_version() >= GoVersion::COMPLETE_REQUIREMENTS,
                modules: self.permitted(go_mod.requirements.into_iter().map(|(required, _)| required)),
            })
        })
    }

    /// Returns the versions of the entire graph of requirements for modules that the go.mod does not list.
    pub(super) fn rest_of_graph(&self, tree: &Tree<'_>, places: &ModuleOrigins, listed: &Selection) -> Selection {
        let modules =
            listed.iter().map(|(path, version)| ModuleVersion { path: path.clone(), version: version.clone() });
        let mut graph = self.graph(tree, places, &[Requirements { modules: modules.collect(), is_complete: true }]);
        graph.retain(|path, _| !listed.contains_key(path));
        graph
    }

    /// Removes main modules, which have no version, and excluded module versions.
    fn permitted(&self, required: impl Iterator<Item = ModuleVersion>) -> Vec<ModuleVersion> {
        let is_permitted = |required: &ModuleVersion| {
            !self.modules.iter().any(|main| main.path == required.path || main.go_mod.exclusions.contains(required))
        };
        required.filter(is_permitted).collect()
    }

    /// Returns the span of a module's requirement in the go.mod of a main module.
    pub(super) fn required_at(&self, path: &str) -> Option<Span> {
        let requirements = self.modules.iter().flat_map(|module| &module.go_mod.requirements);
        requirements.filter(|(required, _)| required.path == path).map(|(_, span)| *span).next()
    }
}

impl MainModule {
    /// Returns the main module as a module that may contain packages.
    pub(super) fn module(&self) -> Module {
        Module {
            path: self.path.clone(),
            version: None,
            directory: Some(self.directory.clone()),
            place: ModuleOrigin::Main,
            replaced_by: None,
        }
    }
}

/// Returns the newest matching version of a module in the module cache, looked up once.
pub(super) fn newest(
    known: &Mutex<BTreeMap<String, Option<String>>>,
    tree: &Tree<'_>,
    places: &ModuleOrigins,
    path: &str,
) -> Option<Module> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let version = known
        .entry(path.to_owned())
        .or_insert_with(|| places.cache.as_ref()?.newest(tree.disk(), path, places.kubernetes_minor));
    version.as_ref().map(|version| places.module(path, version))
}
