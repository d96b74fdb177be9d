//! The modules of a run that are missing in the module cache, and whether they can be downloaded.

use std::sync::PoisonError;

use super::{
    Modules,
    dependencies::{DependencySource, Module, ModuleOrigin},
    go_mod::ModuleVersion,
    missing_modules::{Downloads, MissingModules},
};
use crate::{diag::Diagnostic, modules::codes};

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

    /// Checks whether the required modules are known, so that they can be downloaded. With a vendor directory, none are
    /// missing.
    ///
    /// # Errors
    /// Returns an error message if the required modules and versions are unknown.
    pub fn can_be_downloaded(&self) -> Result<(), &'static str> {
        if !self.main.has_go_mod && !self.is_vendored() {
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
                            .help("require another version, or remove the `exclude` line"),
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

    /// Returns a hint on how to get modules.
    pub(super) fn way_to_get(&self, modules: &str) -> String {
        way_to_get(self.environment.fetches, modules)
    }

    /// Reports a module that could not be downloaded, at its line in go.mod.
    pub fn not_fetched(&self, module: &ModuleVersion, reason: &str) -> Diagnostic {
        let message = format!("module {} {} was not downloaded: {reason}", module.path, module.version);
        let advice = format!(
            "fix the cause, or set a directory that contains it in idlgen.toml: `[modules]`, `\"{}\" = \"DIR\"`",
            module.path
        );
        let diagnostic = Diagnostic::new(codes::NOT_FETCHED, message).help(advice);
        match self.main.required_at(&module.path) {
            Some(span) => diagnostic.at_with(span, "required here"),
            None => diagnostic,
        }
    }
}

/// Returns a hint on how to get modules: with the Go command or, if it `fetches`, with this program.
pub(super) fn way_to_get(fetches: bool, modules: &str) -> String {
    let flag = if fetches { "add `--fetch`, or " } else { "" };
    format!("{flag}run `go mod download {modules}`")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        modules::{
            GoEnvironment,
            testing::{environment, report, tree},
        },
        source::{MemoryFileSystem, SourceMap},
    };

    fn with_modules<T>(
        files: &MemoryFileSystem,
        environment: &GoEnvironment,
        read: impl FnOnce(&Modules<'_>, &SourceMap) -> T,
    ) -> T {
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(files, Path::new("/project"), environment, &mut sources);
        read(&modules, &sources)
    }

    fn names(downloads: &Downloads) -> String {
        let show = |versions: &std::collections::BTreeSet<ModuleVersion>| {
            versions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        format!("{} | {}", show(&downloads.modules), show(&downloads.go_mods))
    }

    const REQUIRED: &str = "require x.y/a v1.0.0\nrequire x.y/b v1.2.0\n";

    #[test]
    fn what_is_missing_depends_on_the_go_line() {
        let on_disk = "// a.go\n// /cache/x.y/b@v1.2.0/b.go\n";
        for (go, expected) in [
            ("1.24", "x.y/a@v1.0.0 | "),
            ("1.17", "x.y/a@v1.0.0 | "),
            // Before, the go.mod files of other modules may select other versions.
            ("1.16", " | x.y/a@v1.0.0 x.y/b@v1.2.0"),
        ] {
            let files = tree(&format!("{on_disk}-- go.mod --\nmodule m.n/o\ngo {go}\n{REQUIRED}"));
            let found = with_modules(&files, &environment(), |modules, _| names(&modules.not_downloaded()));
            assert_eq!(found, expected, "{go}");
        }
        let without = with_modules(&tree("// a.go\n"), &environment(), |modules, _| names(&modules.not_downloaded()));
        assert_eq!(without, " | ");
    }

    #[test]
    fn packages_and_patterns_need_their_modules() {
        let files = tree(&format!("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{REQUIRED}"));
        with_modules(&files, &environment(), |modules, _| {
            assert_eq!(modules.missing_modules(), MissingModules::default());
            assert!(modules.locate("x.y/a/p").is_err());
            let missing = modules.missing_modules();
            assert_eq!(missing.packages.keys().collect::<Vec<_>>(), ["x.y/a/p"]);
            let _ = modules.expand(&["x.y/b/...".to_owned()]);
            assert_eq!(names(&modules.missing_modules().next_downloads(|_| false, false)), "x.y/b@v1.2.0 | ");
            assert_eq!(
                names(&modules.missing_modules().next_downloads(|_| true, false)),
                "x.y/a@v1.0.0 x.y/b@v1.2.0 | "
            );
        });
    }

    #[test]
    fn built_in_modules_are_missing_too() {
        let meta = "k8s.io/apimachinery/pkg/apis/meta/v1";
        for (required, expected, lacks_versions) in
            [("require k8s.io/apimachinery v0.33.0\n", "k8s.io/apimachinery@v0.33.0", false), ("", "", true)]
        {
            let files = tree(&format!("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{required}"));
            with_modules(&files, &environment(), |modules, _| {
                assert!(modules.locate(meta).is_ok());
                let missing = modules.missing_modules();
                let stood_in: Vec<String> = missing.stood_in.iter().map(ToString::to_string).collect();
                assert_eq!(stood_in.join(" "), expected);
                assert_eq!(missing.lacks_versions, lacks_versions);
            });
        }
        with_modules(&tree("// a.go\n"), &environment(), |modules, _| {
            assert!(modules.locate(meta).is_ok());
            assert!(!modules.missing_modules().lacks_versions);
        });
    }

    #[test]
    fn modules_can_be_downloaded_with_a_go_mod() {
        let go_mod = format!("-- go.mod --\nmodule m.n/o\ngo 1.24\n{REQUIRED}");
        for (files, expected) in [
            (format!("// a.go\n{go_mod}"), Ok(())),
            ("// a.go\n".to_owned(), Err("there is no go.mod here that lists modules")),
            (format!("// a.go\n{go_mod}-- vendor/modules.txt --\n# x.y/a v1.0.0\n"), Ok(())),
        ] {
            let found = with_modules(&tree(&files), &environment(), |modules, _| modules.can_be_downloaded());
            assert_eq!(found, expected, "{files}");
        }
    }

    #[test]
    fn lines_that_no_download_satisfies_are_reported() {
        let files = tree(&format!(
            "// a.go\n// there/b.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{REQUIRED}require x.y/c v1.0.0\n\
             exclude x.y/a v1.0.0\nreplace x.y/b => ./none\nreplace x.y/c => ./there\n"
        ));
        let found: Vec<String> = with_modules(&files, &environment(), |modules, sources| {
            modules.not_fetchable().iter().map(|diagnostic| report(diagnostic, sources)).collect()
        });
        assert_eq!(
            found,
            [
                "IDL0119 go.mod:3:1 go.mod both requires and excludes module x.y/a v1.0.0 (help: require another \
                 version, or remove the `exclude` line)",
                "IDL0119 go.mod:7:1 module x.y/b v1.2.0 is replaced by a directory that does not exist (directory \
                 none does not exist) [go.mod:4:1 required here]",
            ]
        );
    }

    #[test]
    fn failed_downloads_are_reported_at_their_line() {
        let files = tree(&format!("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{REQUIRED}"));
        let fetching = GoEnvironment { fetches: true, ..environment() };
        let module = |path: &str| ModuleVersion { path: path.to_owned(), version: "v1.2.0".to_owned() };
        let advice = |path: &str| {
            format!(
                "(help: fix the cause, or set a directory that contains it in idlgen.toml: `[modules]`, `\"{path}\" = \
                 \"DIR\"`)"
            )
        };
        with_modules(&files, &fetching, |modules, sources| {
            assert_eq!(
                report(&modules.not_fetched(&module("x.y/b"), "no"), sources),
                format!("IDL0119 go.mod:4:1 module x.y/b v1.2.0 was not downloaded: no {}", advice("x.y/b"))
            );
            assert_eq!(
                report(&modules.not_fetched(&module("x.y/z"), "no"), sources),
                format!("IDL0119 module x.y/z v1.2.0 was not downloaded: no {}", advice("x.y/z"))
            );
            assert_eq!(modules.way_to_get("x"), "add `--fetch`, or run `go mod download x`");
        });
        with_modules(&files, &environment(), |modules, _| {
            assert_eq!(modules.way_to_get("x"), "run `go mod download x`");
        });
    }
}
