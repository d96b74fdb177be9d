//! Modules that are missing in the module cache, and selection of the next ones to download.

use std::collections::{BTreeMap, BTreeSet};

use super::go_mod::ModuleVersion;

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
    pub(super) is_graph_needed: bool,
    /// `true` if built-in declarations were used for a module whose version only these go.mod files may determine.
    pub(super) lacks_versions: bool,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(names: &[&str]) -> BTreeSet<ModuleVersion> {
        names.iter().map(|name| ModuleVersion { path: (*name).to_owned(), version: "v1.0.0".to_owned() }).collect()
    }

    #[test]
    fn downloads_are_sets() {
        let downloads = |modules, go_mods| Downloads { modules: versions(modules), go_mods: versions(go_mods) };
        assert!(downloads(&[], &[]).is_empty());
        assert!(!downloads(&["a"], &[]).is_empty());
        assert!(!downloads(&[], &["a"]).is_empty());
        let mut all = downloads(&["a"], &["b", "c"]);
        all.add(&downloads(&["d"], &["e"]));
        assert_eq!(all, downloads(&["a", "d"], &["b", "c", "e"]));
        // A module is not its go.mod.
        all.remove(&downloads(&["a", "b"], &["c", "d"]));
        assert_eq!(all, downloads(&["d"], &["b", "e"]));
    }

    #[test]
    fn go_mod_files_come_first_if_versions_depend_on_them() {
        let package = versions(&["of-package"]).into_iter().next().expect("one");
        let missing = |packages: bool, is_graph_needed: bool, lacks_versions: bool| MissingModules {
            packages: packages.then(|| ("p".to_owned(), package.clone())).into_iter().collect(),
            go_mods: versions(&["go-mod"]),
            is_graph_needed,
            lacks_versions,
            ..MissingModules::default()
        };
        let modules = Downloads { modules: versions(&["of-package"]), ..Downloads::default() };
        let go_mods = Downloads { go_mods: versions(&["go-mod"]), ..Downloads::default() };
        let nothing = Downloads::default();
        for (packages, is_graph_needed, lacks_versions, is_more_needed, expected) in [
            (true, false, false, false, &modules),
            (true, true, false, false, &go_mods),
            (true, false, true, true, &modules),
            (false, false, false, false, &nothing),
            (false, false, false, true, &go_mods),
            (false, false, true, false, &go_mods),
            (false, true, false, false, &go_mods),
        ] {
            let found = missing(packages, is_graph_needed, lacks_versions).next_downloads(|_| true, is_more_needed);
            assert_eq!(&found, expected, "{packages} {is_graph_needed} {lacks_versions} {is_more_needed}");
        }
        assert_eq!(missing(true, false, false).next_downloads(|path| path != "p", false), nothing);
        let without_go_mods = MissingModules { go_mods: BTreeSet::new(), ..missing(true, true, true) };
        assert_eq!(without_go_mods.next_downloads(|_| true, true), modules);
        let all = MissingModules {
            searched: versions(&["searched"]),
            stood_in: versions(&["stood-in"]),
            ..missing(true, false, false)
        };
        assert_eq!(all.next_downloads(|_| true, false).modules, versions(&["of-package", "searched", "stood-in"]));
    }
}
