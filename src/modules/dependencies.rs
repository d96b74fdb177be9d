//! Where the modules that are not worked on come from: a vendor folder, selected versions in the module cache, or the
//! newest ones there.

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
    tree::{Tree, clean},
    vendor_list::VendorList,
    verification::Verification,
    version_selection::{Requirements, Selection, highest, select},
};
use crate::source::{FileId, Span};

/// Where the modules that are not worked on come from.
#[derive(Debug)]
pub(super) enum DependencySource {
    /// The vendor folder.
    Vendor {
        /// The folder.
        directory: PathBuf,
        /// Its modules.txt.
        list: VendorList,
    },
    /// These versions.
    Selected {
        /// What go.mod lists (all that packages of the main modules need, if it is of Go 1.17 or later), or the whole
        /// graph.
        listed: Selection,
        /// The rest of the graph, found when a package is not in the modules listed; `None` if nothing is missing from
        /// those.
        rest: Option<OnceLock<Selection>>,
    },
    /// The newest version of each module in the module cache that fits, for a folder without a go.mod.
    Newest(Mutex<BTreeMap<String, Option<String>>>),
}

/// A module that a package may belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// Its path.
    pub(super) path: String,
    /// The version in use; `None` for the main module and for a folder.
    pub(super) version: Option<String>,
    /// Its folder; `None` if there is no module cache that would have it.
    pub(super) directory: Option<PathBuf>,
    /// Where its folder comes from.
    pub(super) place: ModuleOrigin,
    /// The module of the module cache that takes its place, and the `replace` line that says so.
    pub(super) replaced_by: Option<(ModuleVersion, Span)>,
}

impl Module {
    /// The module as it lies in the module cache, and as `go mod download` names it.
    pub(super) fn downloaded(&self) -> Option<ModuleVersion> {
        let own = || Some(ModuleVersion { path: self.path.clone(), version: self.version.clone()? });
        self.replaced_by.as_ref().map(|(module, _)| module.clone()).or_else(own)
    }

    /// Whether a module of another path takes its place.
    pub(super) fn is_another(&self) -> bool {
        self.replaced_by.as_ref().is_some_and(|(module, _)| module.path != self.path)
    }
}

/// Where a module's folder comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModuleOrigin {
    /// It is worked on.
    Main,
    /// The user's configuration names the folder.
    Override,
    /// A `replace` line names the folder.
    Replaced(Span),
    /// The module cache.
    Cache,
    /// This program itself.
    BuiltIn,
}

/// How modules and versions become folders.
#[derive(Debug)]
pub(super) struct ModuleOrigins {
    /// The folder that was loaded.
    pub(super) directory: PathBuf,
    pub(super) cache: Option<ModuleCache>,
    pub(super) overrides: BTreeMap<String, PathBuf>,
    pub(super) replacements: Replacements,
    /// What the module cache does not have of all that was looked for.
    pub(super) missing: Mutex<MissingModules>,
    /// What of the module cache was compared with go.sum.
    pub(super) verification: Verification,
    /// The Kubernetes version whose modules are wanted where no go.mod says versions.
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

    /// The user's folder for a module.
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

    /// The folder of a module at a version.
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
                Module { directory: placed.folder(), place, ..own }
            }
        }
    }

    fn replacement(&self, path: &str, version: &str) -> Option<&PlacedReplacement> {
        let exact = self.replacements.get(&(path.to_owned(), Some(version.to_owned())));
        exact.or_else(|| self.replacements.get(&(path.to_owned(), None)))
    }

    /// What a module's go.mod requires, if it can be read.
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
        // Spans of dependencies' go.mod files are shown nowhere; what is wrong with them shows where a package is
        // missing.
        text.map(|text| GoMod::parse(FileId::from_index(u32::MAX), &text).0)
    }
}

impl MainModules {
    /// The versions that the main modules' requirements select.
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
        let is_listed = matches!(main.as_slice(), [only] if only.is_complete);
        let listed = if is_listed {
            highest(main.iter().flat_map(|requirements| &requirements.modules))
        } else {
            self.graph(tree, places, &main)
        };
        DependencySource::Selected { listed, rest: is_listed.then(OnceLock::new) }
    }

    /// The versions of the whole graph.
    fn graph(&self, tree: &Tree<'_>, places: &ModuleOrigins, main: &[Requirements]) -> Selection {
        select(main, |module| {
            let go_mod = places.requirements(tree, module)?;
            Some(Requirements {
                is_complete: go_mod.go_version() >= GoVersion::COMPLETE_REQUIREMENTS,
                modules: self.permitted(go_mod.requirements.into_iter().map(|(required, _)| required)),
            })
        })
    }

    /// The versions of the whole graph that a single module's go.mod does not list.
    pub(super) fn rest_of_graph(&self, tree: &Tree<'_>, places: &ModuleOrigins, listed: &Selection) -> Selection {
        let modules =
            listed.iter().map(|(path, version)| ModuleVersion { path: path.clone(), version: version.clone() });
        let mut graph = self.graph(tree, places, &[Requirements { modules: modules.collect(), is_complete: true }]);
        graph.retain(|path, _| !listed.contains_key(path));
        graph
    }

    /// Without main modules, which have no version, and without what `exclude` excludes.
    fn permitted(&self, required: impl Iterator<Item = ModuleVersion>) -> Vec<ModuleVersion> {
        let is_permitted = |required: &ModuleVersion| {
            !self.modules.iter().any(|main| main.path == required.path || main.go_mod.exclusions.contains(required))
        };
        required.filter(is_permitted).collect()
    }

    /// Where a main module's go.mod requires a module.
    pub(super) fn required_at(&self, path: &str) -> Option<Span> {
        let requirements = self.modules.iter().flat_map(|module| &module.go_mod.requirements);
        requirements.filter(|(required, _)| required.path == path).map(|(_, span)| *span).next()
    }
}

impl MainModule {
    /// The module as one that packages belong to.
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

/// The newest version of a module in the module cache that fits, looked up once.
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
