//! Fallback to built-in declarations for modules that are not available.

use std::sync::PoisonError;

use super::{
    Modules, PackageLocation,
    dependencies::{Module, ModuleOrigin},
    go_mod::ModuleVersion,
    import_path,
    not_found::READABLE_CACHE,
    semver,
    stood_in::StoodIn,
    undescribed::Undescribed,
};
use crate::{
    diag::Diagnostic,
    modules::{builtin, codes},
};

impl Modules<'_> {
    /// Returns a package from built-in declarations, if its module is in use and contains it.
    pub(super) fn built_in_package(&self, import_path: &str) -> Option<PackageLocation> {
        let path = builtin::module_of(import_path)?;
        let module = self.built_in(path)?;
        let package = self.package_in(&module, import_path::below(import_path, path)?)?;
        self.note_stood_in(&module);
        Some(package)
    }

    /// Records that packages of a built-in module are used.
    pub(super) fn note_stood_in(&self, module: &Module) {
        let stood_in = StoodIn {
            path: module.path.clone(),
            version: self.module(&module.path, true).and_then(|module| module.version),
            built_in: module.version.clone().unwrap_or_default(),
        };
        self.stood_in.lock().unwrap_or_else(PoisonError::into_inner).insert(stood_in);
    }

    /// Returns the built-in declarations of the module with this path. Returns `None` if the module is on disk or
    /// should be: a module directory set by the user or a `replace` line, or a module with another path, must not be
    /// ignored.
    pub(super) fn built_in(&self, path: &str) -> Option<Module> {
        let used = self.module(path, true);
        let is_elsewhere = match &used {
            Some(module) => module.place != ModuleOrigin::Cache || module.is_another() || self.is_there(module),
            None => self.vendored.iter().any(|one| one.list.packages.values().any(|module| module.path == path)),
        };
        if !self.falls_back || is_elsewhere {
            return None;
        }
        let declarations = builtin::declarations();
        let (_, version) = declarations.nearest(path, self.kubernetes_minor(path))?;
        Some(Module {
            path: path.to_owned(),
            version: Some(version.to_owned()),
            directory: Some(declarations.root(path, version)),
            place: ModuleOrigin::BuiltIn,
            replaced_by: None,
        })
    }

    /// Returns the Kubernetes minor version for a module: from the module's own version, otherwise from the version of
    /// another module released with it, otherwise the requested one.
    fn kubernetes_minor(&self, path: &str) -> Option<u64> {
        let minor_of = |path: &str| semver::minor(&self.module(path, true)?.version?);
        let mut others = builtin::MODULES.into_iter().filter(|other| *other != path);
        let asked = || self.places.kubernetes_minor.map(u64::from);
        minor_of(path).or_else(|| others.find_map(minor_of)).or_else(asked)
    }

    /// Returns the modules replaced by built-in declarations so far, sorted by path.
    pub fn stood_in(&self) -> Vec<StoodIn> {
        self.stood_in.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Returns warnings about versions that are not built in and for which another version was used.
    pub fn other_versions(&self) -> Vec<Diagnostic> {
        let is_other = |module: &StoodIn| {
            module.version.as_deref().is_some_and(|wanted| semver::minor(wanted) != semver::minor(&module.built_in))
        };
        self.stood_in().iter().filter(|module| is_other(module)).map(|module| self.other_version(module)).collect()
    }

    /// Returns the modules whose types have no descriptions because they are built in.
    pub fn undescribed(&self) -> Undescribed {
        let missing = self.stood_in().into_iter().filter_map(|module| Some((module.path, module.version?)));
        let denied = |path: &str| self.denied(&self.module(path, true)?);
        let modules = missing.map(|(path, version)| (denied(&path), ModuleVersion { path, version })).collect();
        Undescribed { modules, fetches: self.environment.fetches }
    }

    fn other_version(&self, module: &StoodIn) -> Diagnostic {
        let StoodIn { path, version, built_in } = module;
        let version = version.as_deref().unwrap_or_default();
        let message = format!(
            "module {path} {version} is not on this machine; idlgen uses the declarations of {built_in}, the nearest \
             built-in version"
        );
        let diagnostic = Diagnostic::new(codes::OTHER_VERSION, message);
        let denied = self.module(path, true).and_then(|module| self.denied(&module));
        let diagnostic = if let Some(denied) = denied {
            diagnostic.note(denied).help(READABLE_CACHE)
        } else {
            let way = self.way_to_get(&format!("{path}@{version}"));
            diagnostic.help(format!("{way} to use those of {version}"))
        };
        match self.main.required_at(path) {
            Some(span) => diagnostic.at_with(span, "required here"),
            None => diagnostic,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io, path::Path};

    use super::*;
    use crate::{
        modules::testing::{environment, expand, locate, tree},
        source::{DirectoryEntry, FileSystem, MemoryFileSystem, SourceMap},
    };

    const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";
    #[test]
    fn what_is_on_no_disk_is_built_in() {
        for (files, version) in [
            ("", "v0.37.2"),
            ("-- go.mod --\nmodule m.n/o\ngo 1.24\n", "v0.37.2"),
            ("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.34.0\n", "v0.34.13"),
            ("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.20.1\n", "v0.25.16"),
            // The version follows from that of another module released with it.
            ("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/api v0.33.1\n", "v0.33.13"),
            ("-- go.mod --\nmodule m.n/o\ngo 1.24\n-- vendor/modules.txt --\n# x.y/z v1.0.0\nx.y/z\n", "v0.37.2"),
        ] {
            let files = tree(&format!("// a.go\n{files}"));
            let place = format!("{META} <built-in>/k8s.io/apimachinery@{version}/pkg/apis/meta/v1 built in");
            assert_eq!(locate(&files, "/project", &environment(), META), [place]);
        }
        let asked = crate::modules::GoEnvironment { kubernetes_minor: Some(31), ..environment() };
        let found = locate(&tree("// a.go\n"), "/project", &asked, "k8s.io/api/core/v1");
        assert_eq!(found, ["k8s.io/api/core/v1 <built-in>/k8s.io/api@v0.31.4/core/v1 built in"]);
    }

    #[test]
    fn what_stands_in_is_known() {
        let files = tree(
            "// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/api v0.20.1\nrequire k8s.io/apimachinery \
             v0.33.0\n",
        );
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        assert!(modules.locate("k8s.io/api/core/v1").is_ok() && modules.locate(META).is_ok());
        let versions: Vec<String> = modules.stood_in().into_iter().map(|module| module.built_in).collect();
        assert_eq!(versions, ["v0.25.16", "v0.33.13"]);
        let said: Vec<String> = modules
            .other_versions()
            .iter()
            .map(|diagnostic| crate::modules::testing::report(diagnostic, &sources))
            .collect();
        assert_eq!(
            said,
            ["IDL0118 go.mod:3:1 module k8s.io/api v0.20.1 is not on this machine; idlgen uses the declarations \
             of v0.25.16, the nearest built-in version (help: run `go mod download k8s.io/api@v0.20.1` to use \
             those of v0.20.1)"]
        );
        let said = modules.undescribed().report(|_| true).map(|diagnostic| diagnostic.message).unwrap_or_default();
        assert_eq!(
            said,
            "types of k8s.io/api v0.20.1, k8s.io/apimachinery v0.33.0 have no descriptions: the modules are not on \
             this machine"
        );
    }

    /// A file system in which `/cache` is unreadable.
    #[derive(Debug)]
    struct Denied(MemoryFileSystem);

    impl FileSystem for Denied {
        fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            self.0.read_up_to(path, limit)
        }

        fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
            if path.starts_with("/cache") { Err(io::ErrorKind::PermissionDenied.into()) } else { self.0.list(path) }
        }

        fn is_file(&self, path: &Path) -> bool {
            self.0.is_file(path)
        }

        fn is_directory(&self, path: &Path) -> bool {
            self.0.is_directory(path)
        }
    }

    #[test]
    fn a_cache_that_cannot_be_read_is_the_reason() {
        let require = "require k8s.io/api v0.20.1\nrequire k8s.io/apimachinery v0.33.0\n";
        let files = Denied(tree(&format!("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{require}")));
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        assert!(modules.locate("k8s.io/api/core/v1").is_ok() && modules.locate(META).is_ok());
        let diagnostics = modules.other_versions().into_iter().chain(modules.undescribed().report(|_| true));
        let messages: Vec<String> = diagnostics.map(|one| crate::modules::testing::report(&one, &sources)).collect();
        let notes = "(directory /cache/k8s.io/api@v0.20.1 cannot be read: permission denied) (help: give this user \
                     read access to the module cache, or set another one with GOMODCACHE)";
        assert_eq!(
            messages,
            [
                format!(
                    "IDL0118 go.mod:3:1 module k8s.io/api v0.20.1 is not on this machine; idlgen uses the \
                     declarations of v0.25.16, the nearest built-in version {notes}"
                ),
                format!(
                    "IDL0117 types of k8s.io/api v0.20.1, k8s.io/apimachinery v0.33.0 have no descriptions: the \
                     module cache cannot be read {notes}"
                )
            ]
        );
    }

    #[test]
    fn a_module_on_disk_wins() {
        let types =
            "// /cache/k8s.io/apimachinery@v0.34.0/pkg/apis/meta/v1/types.go\n// mine/pkg/apis/meta/v1/types.go\n";
        let first = |files: &str, path: &str| locate(&tree(files), "/project", &environment(), path).remove(0);
        let require = "-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.34.0\n";
        let on_disk =
            format!("{META} /cache/k8s.io/apimachinery@v0.34.0/pkg/apis/meta/v1 of k8s.io/apimachinery v0.34.0");
        assert_eq!(first(&format!("{types}{require}"), META), on_disk);
        assert_eq!(first(&format!("{types}// a.go"), META), on_disk);
        let other = first(&format!("{types}{require}"), "k8s.io/apimachinery/pkg/version");
        assert!(other.starts_with("IDL0112 module k8s.io/apimachinery v0.34.0 has no package"), "{other}");
        let replaced = format!("// a.go\n{require}replace k8s.io/apimachinery => ./gone\n");
        assert!(first(&replaced, META).starts_with("IDL0111 "));
        let vendored = "// vendor/k8s.io/apimachinery/pkg/types/a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n\
            -- vendor/modules.txt --\n# k8s.io/apimachinery v0.34.0\nk8s.io/apimachinery/pkg/types\n";
        assert!(first(vendored, META).starts_with("IDL0110 "));
        let mut mine = environment();
        mine.overrides.insert("k8s.io/apimachinery".to_owned(), "mine".into());
        let found = locate(&tree(types), "/project", &mine, META);
        assert_eq!(found, [format!("{META} /project/mine/pkg/apis/meta/v1 of k8s.io/apimachinery")]);
    }

    #[test]
    fn packages_that_are_not_built_in_are_missed_with_their_module() {
        let files = tree("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apiextensions-apiserver v0.34.0\n");
        let found = locate(&files, "/project", &environment(), "k8s.io/apiextensions-apiserver/pkg/client");
        assert!(
            found[0].contains("(help: run `go mod download k8s.io/apiextensions-apiserver@v0.34.0`)")
                && found[0]
                    .contains("(some packages of k8s.io/apiextensions-apiserver are built in, but not this one)"),
            "{found:?}"
        );
    }

    #[test]
    fn patterns_match_built_in_packages_and_their_files_are_read() {
        let files = tree("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.34.0\n");
        let found = expand(
            &files,
            "/project",
            &environment(),
            "k8s.io/apimachinery/pkg/util/in... k8s.io/apimachinery/pkg/version",
        );
        assert_eq!(
            found,
            [
                "k8s.io/apimachinery/pkg/util/intstr <built-in>/k8s.io/apimachinery@v0.34.13/pkg/util/intstr built in",
                "k8s.io/apimachinery/pkg/version <built-in>/k8s.io/apimachinery@v0.34.13/pkg/version built in",
            ]
        );
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let package = modules.locate("k8s.io/apimachinery/pkg/version").unwrap();
        let (read, diagnostics) = modules.go_files(&package);
        let paths: Vec<String> = read.iter().map(|file| file.path.display().to_string()).collect();
        assert_eq!(
            paths,
            [
                "<built-in>/k8s.io/apimachinery@v0.34.13/pkg/version/doc.go",
                "<built-in>/k8s.io/apimachinery@v0.34.13/pkg/version/types.go"
            ]
        );
        assert!(diagnostics.is_empty());
        assert_eq!(modules.files_read(), [Path::new("/project/go.mod")]);
    }

    #[test]
    fn exact_versions_do_not_fall_back() {
        let files = tree("");
        let modules = Modules::from_versions(&files, &[("k8s.io/api", "v0.35.0")], &environment());
        assert!(modules.locate(META).is_err());
    }

    #[test]
    fn a_single_module_is_named_with_the_way_to_get_it() {
        let files = tree("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.33.0\n");
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        assert_eq!(modules.undescribed().report(|_| true), None);
        assert!(modules.locate(META).is_ok());
        let reported =
            modules.undescribed().report(|_| true).map(|one| crate::modules::testing::report(&one, &sources));
        assert_eq!(
            reported.as_deref(),
            Some(
                "IDL0117 types of k8s.io/apimachinery v0.33.0 have no descriptions: the module is not on this machine \
                 (help: run `go mod download k8s.io/apimachinery@v0.33.0`)"
            )
        );
        assert_eq!(modules.other_versions(), []);
    }
}
