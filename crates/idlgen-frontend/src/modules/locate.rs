//! Resolves import paths to directories.

use std::path::{Path, PathBuf};

use super::{
    Modules, PackageLocation, PackageOrigin,
    build_tags::is_go_file,
    dependencies::{DependencySource, Module, ModuleOrigin, newest},
    import_path,
    main_module::MainModule,
    tree::join,
    vendor::Vendored,
    version_selection::Selection,
};
use crate::{diag::Diagnostic, modules::codes};

/// The result of looking up a package.
enum Lookup {
    Found(PackageLocation),
    /// The module exists, but does not contain the package.
    Lacking(Module),
    Missing(Module),
    /// No known module path is a prefix of the import path.
    Nowhere,
}

impl Modules<'_> {
    /// Returns the package of an import path. If no module provides the path and its first part contains no dot, it is
    /// treated as a standard library package. The diagnostic for a missing package has no location, because only the
    /// caller knows the import.
    pub fn locate(&self, import_path: &str) -> Result<PackageLocation, Diagnostic> {
        if !import_path::is_well_formed(import_path) {
            let message = format!("`{import_path}` is not a valid import path");
            return Err(Diagnostic::new(codes::INVALID_IMPORT_PATH, message));
        }
        if let Some(location) = self.vendored_package(import_path) {
            return Ok(location);
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
            other => self.built_in_package(import_path).ok_or_else(|| match &other {
                Lookup::Lacking(module) => self.missing_package(import_path, module),
                Lookup::Missing(module) => self.missing(import_path, module),
                _ => self.unknown(import_path),
            }),
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
        result
    }

    /// Returns the package in a vendor directory, unless its module is in a directory that the user sets, or is loaded.
    fn vendored_package(&self, import_path: &str) -> Option<PackageLocation> {
        self.vendored.iter().find_map(|Vendored { directory, list }| {
            let module = list.packages.get(import_path)?;
            let is_loaded = self.main.modules.iter().any(|main| main.path == module.path);
            let directory = join(directory, import_path);
            if is_loaded || self.places.overrides.contains_key(&module.path) || !self.has_go_file(&directory) {
                return None;
            }
            let origin = PackageOrigin::Module { path: module.path.clone(), version: module.version.clone() };
            Some(PackageLocation { import_path: import_path.to_owned(), directory, origin })
        })
    }

    /// Returns the module with this path, if it is in use. `whole_graph` includes the modules that go.mod does not
    /// list.
    pub(super) fn module(&self, path: &str, whole_graph: bool) -> Option<Module> {
        if let Some(module) = self.places.overridden(path) {
            return Some(module);
        }
        if let Some(main) = self.main.modules.iter().find(|main| main.path == path) {
            return Some(main.module());
        }
        match &self.source {
            DependencySource::Vendor => None,
            DependencySource::Newest(known) => newest(known, &self.tree, &self.places, path),
            DependencySource::Selected { listed, .. } => {
                let in_rest = || if whole_graph { self.rest_of_graph()?.get(path) } else { None };
                let version = listed.get(path).or_else(in_rest)?;
                Some(self.places.module(path, version))
            }
        }
    }

    /// Returns the modules in the graph that go.mod does not list, because it need not.
    fn rest_of_graph(&self) -> Option<&Selection> {
        let DependencySource::Selected { listed, rest: Some(rest) } = &self.source else { return None };
        Some(rest.get_or_init(|| self.main.rest_of_graph(&self.tree, &self.places, listed)))
    }

    /// Returns all modules in use: those in directories set by the user, then main modules, then the others sorted by
    /// path. For a directory without a go.mod, omits the others, because any module in the module cache may be used.
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

    /// Returns `true` if the module's directory exists.
    pub(super) fn is_there(&self, module: &Module) -> bool {
        module.directory.as_ref().is_some_and(|directory| self.tree.is_directory(directory))
    }

    /// Returns the package at the path `below` in a module, if it has Go files and is not part of a nested module.
    pub(super) fn package_in(&self, module: &Module, below: &str) -> Option<PackageLocation> {
        let root = module.directory.as_ref()?;
        let directory = join(root, below);
        (!self.is_of_inner_module(&directory, root) && self.has_go_file(&directory)).then(|| location(module, below))
    }

    /// Returns `true` if a go.mod between a module's root and the directory makes the directory part of a nested
    /// module.
    pub(super) fn is_of_inner_module(&self, directory: &Path, root: &Path) -> bool {
        let mut between = directory.ancestors().take_while(|folder| *folder != root);
        between.any(|folder| self.tree.is_file(&folder.join("go.mod")))
    }

    fn has_go_file(&self, directory: &Path) -> bool {
        let Ok(entries) = self.tree.list(directory) else { return false };
        entries.iter().any(|entry| !entry.is_directory && is_go_file(&entry.name))
    }
}

/// Returns the location of the package at the path `below` in a module.
pub(super) fn location(module: &Module, below: &str) -> PackageLocation {
    PackageLocation {
        import_path: import_path::join(&module.path, below),
        directory: module.directory.as_ref().map(|root| join(root, below)).unwrap_or_default(),
        origin: match module.place {
            ModuleOrigin::Main => PackageOrigin::Main,
            ModuleOrigin::BuiltIn => PackageOrigin::BuiltIn,
            _ => PackageOrigin::Module { path: module.path.clone(), version: module.version.clone() },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::{
        GoEnvironment,
        testing::{environment, locate, location, report, tree},
    };

    const MODULES: &str = "\
// api/v1/types.go
// /cache/k8s.io/api@v0.35.0/core/v1/types.go
// /cache/k8s.io/api@v0.34.0/core/v1/types.go
// /cache/k8s.io/api@v0.34.0/old/v1/types.go
// /cache/x.y/deep@v1.0.0/a/types.go
// /cache/x.y/deep/a@v1.2.0/types.go
// /cache/x.y/unlisted@v1.0.0/types.go
// /cache/github.com/!azure/s!d!k@v1.0.0/types.go
// nested/a/types.go
-- nested/go.mod --
module example.com/nested
-- /cache/cache/download/k8s.io/api/@v/v0.35.0.mod --
module k8s.io/api
go 1.24
require x.y/unlisted v1.0.0
-- go.mod --
module example.com/m

go 1.24

require (
	k8s.io/api v0.35.0
	x.y/deep v1.0.0
	x.y/deep/a v1.2.0
	x.y/absent v1.0.0
	github.com/Azure/sDK v1.0.0
)
";

    #[test]
    fn packages_are_found_in_the_innermost_module_that_has_them() {
        let found = locate(
            &tree(MODULES),
            "/project",
            &environment(),
            "example.com/m/api/v1 k8s.io/api/core/v1 x.y/deep/a x.y/unlisted github.com/Azure/sDK time encoding/json \
             api/v1",
        );
        assert_eq!(
            found,
            [
                "example.com/m/api/v1 /project/api/v1",
                "k8s.io/api/core/v1 /cache/k8s.io/api@v0.35.0/core/v1 of k8s.io/api v0.35.0",
                "x.y/deep/a /cache/x.y/deep/a@v1.2.0 of x.y/deep/a v1.2.0",
                "x.y/unlisted /cache/x.y/unlisted@v1.0.0 of x.y/unlisted v1.0.0",
                "github.com/Azure/sDK /cache/github.com/!azure/s!d!k@v1.0.0 of github.com/Azure/sDK v1.0.0",
                "time standard",
                "encoding/json standard",
                "api/v1 standard",
            ]
        );
    }

    #[test]
    fn a_package_that_no_module_has_is_missing_in_the_innermost_one() {
        let found = locate(&tree(MODULES), "/project", &environment(), "x.y/deep/a/none");
        assert!(found[0].starts_with("IDL0112 module x.y/deep/a v1.2.0 has no package `x.y/deep/a/none`"), "{found:?}");
    }

    #[test]
    fn what_is_not_found_says_what_to_do() {
        let found = locate(
            &tree(MODULES),
            "/project",
            &environment(),
            "x.y/absent/b k8s.io/api/cores/v1 k8s.io/api/core/v2 k8s.io/other example.com/m/nested/a ../x \
             k8s.io/api/../../etc",
        );
        assert_eq!(
            found,
            [
                "IDL0111 package `x.y/absent/b` is in module x.y/absent v1.0.0, which is not on this machine \
                 (directory /cache/x.y/absent@v1.0.0 does not exist) (help: run `go mod download \
                 x.y/absent@v1.0.0`) (help: set a directory that contains it in idlgen.toml: `[modules]`, \
                 `\"x.y/absent\" = \"DIR\"`) [go.mod:9:2 required here]",
                "IDL0112 module k8s.io/api v0.35.0 has no package `k8s.io/api/cores/v1` (help: use \
                 `k8s.io/api/core/v1`)",
                "IDL0112 module k8s.io/api v0.35.0 has no package `k8s.io/api/core/v2` (help: use \
                 `k8s.io/api/core/v1`)",
                "IDL0110 no module required by go.mod contains the package `k8s.io/other` (a go.mod that is not \
                 on this machine might require the module) (help: run `go get k8s.io/other`, which adds it to \
                 go.mod and downloads it) (help: run `go mod download all`) (help: set the directory of its \
                 module in the `[modules]` table of idlgen.toml)",
                "IDL0112 module example.com/m has no package `example.com/m/nested/a` (nested/a is in another \
                 module) (help: require that module in go.mod, or add it to go.work)",
                "IDL0109 `../x` is not a valid import path",
                "IDL0109 `k8s.io/api/../../etc` is not a valid import path",
            ]
        );
    }

    #[test]
    fn without_a_module_cache_that_is_said() {
        let found = locate(&tree(MODULES), "/project", &GoEnvironment::default(), "x.y/deep/a");
        assert!(
            found[0].contains("(the module cache is unknown: GOMODCACHE, GOPATH and HOME are not set)"),
            "{found:?}"
        );
    }

    #[test]
    fn the_users_folders_win_over_everything() {
        let mut environment = environment();
        for (path, folder) in [("k8s.io/api", "mine"), ("example.com/m", "/project/other"), ("x.y/absent", "absent")] {
            environment.overrides.insert(path.to_owned(), folder.into());
        }
        let files = tree(&format!("// mine/core/v1/a.go\n// other/api/v1/a.go\n{MODULES}"));
        let found = locate(
            &files,
            "/project",
            &environment,
            "k8s.io/api/core/v1 example.com/m/api/v1 k8s.io/api/old/v1 x.y/absent/b",
        );
        assert_eq!(
            found,
            [
                "k8s.io/api/core/v1 /project/mine/core/v1 of k8s.io/api",
                "example.com/m/api/v1 /project/other/api/v1 of example.com/m",
                "IDL0112 module k8s.io/api has no package `k8s.io/api/old/v1`",
                "IDL0111 package `x.y/absent/b` is in module x.y/absent, which is not on this machine (the \
                 configuration places it in absent, but that directory does not exist) [go.mod:9:2 required here]",
            ]
        );
    }

    #[test]
    fn replacements_are_folders_or_other_modules() {
        let go_mod = "-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire (\n\tk8s.io/api v0.35.0\n\tx.y/z v1.0.0\n\
            \tx.y/gone v1.0.0\n\tx.y/other v1.0.0\n)\n\
                      replace k8s.io/api => ../fork/api\nreplace x.y/z v1.0.0 => x.y/zz v1.1.0\nreplace x.y/gone => \
                      ./gone\n\
                      replace x.y/other v1.1.0 => ./no\n";
        let files = tree(&format!(
            "// /fork/api/core/v1/a.go\n// /cache/x.y/zz@v1.1.0/a.go\n// /cache/x.y/other@v1.0.0/a.go\n{go_mod}"
        ));
        assert_eq!(
            locate(&files, "/project", &environment(), "k8s.io/api/core/v1 x.y/z x.y/gone x.y/other"),
            [
                "k8s.io/api/core/v1 /fork/api/core/v1 of k8s.io/api v0.35.0",
                "x.y/z /cache/x.y/zz@v1.1.0 of x.y/z v1.1.0",
                "IDL0111 package `x.y/gone` is in module x.y/gone v1.0.0, which is not on this machine (directory \
                 gone does not exist) \
                 [go.mod:6:2 required here] [go.mod:11:1 replaced here]",
                "x.y/other /cache/x.y/other@v1.0.0 of x.y/other v1.0.0",
            ]
        );
    }

    /// Before Go 1.17, go.mod only lists direct requirements. The versions of other modules follow from the graph.
    #[test]
    fn the_graph_says_versions_that_go_mod_does_not_list() {
        let files = tree(
            "// /cache/x.y/b@v1.1.0/b.go\n// /cache/x.y/b@v1.0.0/b.go\n// /cache/x.y/c@v1.0.0/c.go\n\
             -- go.mod --\nmodule m.n/o\ngo 1.16\nrequire x.y/a v1.0.0\nrequire x.y/c v1.0.0\nexclude x.y/b v1.2.0\n\
             -- /cache/cache/download/x.y/a/@v/v1.0.0.mod --\nmodule x.y/a\nrequire x.y/b v1.0.0\n\
             -- /cache/x.y/c@v1.0.0/go.mod --\nmodule x.y/c\nrequire x.y/b v1.1.0\nrequire x.y/b v1.2.0\nrequire \
             m.n/o v9.0.0\n",
        );
        assert_eq!(
            locate(&files, "/project", &environment(), "x.y/b m.n/o/p"),
            ["x.y/b /cache/x.y/b@v1.1.0 of x.y/b v1.1.0", "IDL0112 module m.n/o has no package `m.n/o/p`"]
        );
    }

    #[test]
    fn without_a_go_mod_the_newest_releases_count() {
        let files = tree(
            "// api/v1/a.go\n// /cache/k8s.io/api@v0.35.0/core/v1/a.go\n// /cache/k8s.io/api@v0.9.0/core/v1/a.go\n\
             // /cache/k8s.io/api@v0.36.0-rc.1/core/v1/a.go\n",
        );
        assert_eq!(
            locate(&files, "/project/api", &environment(), "api/v1 k8s.io/api/core/v1 k8s.io/api/core/v2 x.y/z time"),
            [
                "api/v1 /project/api/v1",
                "k8s.io/api/core/v1 /cache/k8s.io/api@v0.35.0/core/v1 of k8s.io/api v0.35.0",
                "IDL0112 module k8s.io/api v0.35.0 has no package `k8s.io/api/core/v2` (help: use \
                 `k8s.io/api/core/v1`)",
                "IDL0110 no module in the module cache contains the package `x.y/z` (without a go.mod, modules \
                 come from the module cache) (help: run `go mod download MODULE@VERSION`) (help: set the \
                 directory of its module in the `[modules]` table of idlgen.toml)",
                "time standard",
            ]
        );
        let mut environment = environment();
        environment.overrides.insert("example.com/project/api".to_owned(), ".".into());
        assert_eq!(
            locate(&files, "/project/api", &environment, "example.com/project/api/v1 api/v1"),
            ["example.com/project/api/v1 /project/api/v1 of example.com/project/api", "api/v1 standard"]
        );
    }

    #[test]
    fn modules_can_be_given_by_version() {
        let files = tree(MODULES);
        let given = [("k8s.io/api", "v0.34.0"), ("x.y/absent", "v1.0.0")];
        let modules = Modules::from_versions(&files, &given, &environment());
        let sources = crate::source::SourceMap::default();
        let found = |path: &str| {
            modules.locate(path).map_or_else(|diagnostic| report(&diagnostic, &sources), |package| location(&package))
        };
        assert_eq!(
            found("k8s.io/api/core/v1"),
            "k8s.io/api/core/v1 /cache/k8s.io/api@v0.34.0/core/v1 of k8s.io/api v0.34.0"
        );
        assert!(found("x.y/absent").starts_with("IDL0111 "));
        assert!(found("x.y/deep").starts_with("IDL0110 none of the specified modules contains the package `x.y/deep`"));
        let (packages, diagnostics) = modules.expand(&["k8s.io/api/...".to_owned()]);
        let packages: Vec<&str> = packages.iter().map(|package| package.import_path.as_str()).collect();
        assert_eq!((packages, diagnostics), (vec!["k8s.io/api/core/v1", "k8s.io/api/old/v1"], Vec::new()));
    }
}
