//! Falling back on the declarations that are built in, where nothing else gives their module.

use super::{
    Modules, PackageLocation,
    dependencies::{DependencySource, Module, ModuleOrigin},
    import_path,
};
use crate::modules::builtin;

impl Modules<'_> {
    /// The package of the built-in module, if that is used and has it.
    pub(super) fn built_in_package(&self, import_path: &str) -> Option<PackageLocation> {
        let below = import_path::below(import_path, &builtin::apimachinery().module)?;
        self.package_in(&self.built_in()?, below)
    }

    /// The built-in module, unless the module is on disk, or ought to be: a folder that the configuration or a
    /// `replace` line names is never passed over.
    pub(super) fn built_in(&self) -> Option<Module> {
        let archive = builtin::apimachinery();
        let is_elsewhere = match (self.module(&archive.module, true), &self.source) {
            (Some(module), _) => module.place != ModuleOrigin::Cache || self.is_there(&module),
            (None, DependencySource::Vendor { list, .. }) => {
                list.packages.values().any(|module| module.path == archive.module)
            }
            (None, _) => false,
        };
        (self.falls_back && !is_elsewhere).then(|| Module {
            path: archive.module.clone(),
            version: Some(archive.version.clone()),
            directory: Some(archive.root()),
            place: ModuleOrigin::BuiltIn,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        modules::testing::{environment, expand, locate, tree},
        source::SourceMap,
    };

    const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";
    const BUILT_IN: &str =
        "k8s.io/apimachinery/pkg/apis/meta/v1 <built-in>/k8s.io/apimachinery/pkg/apis/meta/v1 built in";

    #[test]
    fn what_is_on_no_disk_is_built_in() {
        for files in [
            "",
            "-- go.mod --\nmodule m.n/o\ngo 1.24\n",
            "-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.34.0\n",
            "-- go.mod --\nmodule m.n/o\ngo 1.24\n-- vendor/modules.txt --\n# x.y/z v1.0.0\nx.y/z\n",
        ] {
            let files = tree(&format!("// a.go\n{files}"));
            assert_eq!(locate(&files, "/project", &environment(), META), [BUILT_IN]);
        }
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
        let files = tree("-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/apimachinery v0.34.0\n");
        let found = locate(&files, "/project", &environment(), "k8s.io/apimachinery/pkg/labels");
        assert!(
            found[0].contains("(run `idlgen fetch`, or `go mod download k8s.io/apimachinery@v0.34.0`)")
                && found[0].contains("(a part of k8s.io/apimachinery is built in, but not this package)"),
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
            "k8s.io/apimachinery/pkg/util/... k8s.io/apimachinery/pkg/version",
        );
        assert_eq!(
            found,
            [
                "k8s.io/apimachinery/pkg/util/intstr <built-in>/k8s.io/apimachinery/pkg/util/intstr built in",
                "k8s.io/apimachinery/pkg/version <built-in>/k8s.io/apimachinery/pkg/version built in",
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
                "<built-in>/k8s.io/apimachinery/pkg/version/doc.go",
                "<built-in>/k8s.io/apimachinery/pkg/version/types.go"
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
}
