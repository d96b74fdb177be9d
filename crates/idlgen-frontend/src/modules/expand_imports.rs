//! Import path patterns: `k8s.io/api/apps/v1`, `k8s.io/api/...`.

use super::{
    Modules, PackageLocation,
    dependencies::{DependencySource, Module, ModuleOrigin},
    expand::Expansion,
    import_path,
    locate::location,
    pattern::Pattern,
};
use crate::{
    diag::Diagnostic,
    modules::{builtin, codes},
};

/// Maximum number of modules in a message.
const MAX_NAMED: usize = 5;

impl Modules<'_> {
    pub(super) fn package_of_import_path(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let path = pattern.trim_end_matches('/');
        let is_folder = self.tree.is_directory(&self.directory(path));
        let advise = |diagnostic: Diagnostic| {
            if is_folder { diagnostic.help(format!("use `./{path}` for a directory")) } else { diagnostic }
        };
        let package = self.locate(path).map_err(advise)?;
        if package.is_standard() {
            let message =
                format!("`{pattern}` is not a package of a module; such a path is in the Go standard library");
            return Err(advise(Diagnostic::new(codes::NO_PACKAGE, message)));
        }
        if !self.has_counting_file(&package.directory) {
            return Err(self.no_go_files(pattern, &package.directory));
        }
        Ok((vec![package], Vec::new()))
    }

    /// Returns the packages with matching import paths in all modules in use, sorted by import path.
    pub(super) fn packages_of_import_paths(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let matching = Pattern::new(pattern);
        let mut modules = self.all_modules(true);
        if let DependencySource::Newest(_) = &self.source {
            let literal = matching.literal_prefix().trim_end_matches('/');
            modules.extend(import_path::prefixes(literal).filter_map(|path| self.module(path, true)));
        }
        let named = builtin::MODULES.into_iter().filter(|path| matching.literal_prefix().starts_with(path));
        for module in named.filter_map(|path| self.built_in(path)) {
            modules.retain(|other| other.path != module.path);
            modules.push(module);
        }
        modules.retain(|module| matching.can_match_below(&module.path));
        let mut packages: Vec<PackageLocation> = Vec::new();
        let mut diagnostics = Vec::new();
        let mut missing = Vec::new();
        for module in &modules {
            let Some(root) = module.directory.as_ref().filter(|_| self.is_there(module)) else {
                self.note_not_searched(module);
                missing.push(module);
                continue;
            };
            let (found, said) = self.walk(root, &module.path, &matching);
            if !found.is_empty() && module.place == ModuleOrigin::BuiltIn {
                self.note_stood_in(module);
            }
            packages.extend(found.iter().map(|below| location(module, below)));
            diagnostics.extend(said);
        }
        let listed = self.vendored.iter().flat_map(|one| one.list.packages.keys());
        packages.extend(listed.filter(|path| matching.matches(path)).filter_map(|path| self.locate(path).ok()));
        packages.sort_by(|left, right| left.import_path.cmp(&right.import_path));
        packages.dedup_by(|later, earlier| later.import_path == earlier.import_path);
        let advice = self.not_searched(&missing);
        if packages.is_empty() && diagnostics.is_empty() {
            let mut diagnostic = Self::matches_nothing(pattern);
            let folder = pattern.split("...").next().unwrap_or("");
            if self.tree.is_directory(&self.directory(folder)) {
                diagnostic = diagnostic.help(format!("use `./{pattern}` for a directory"));
            }
            return Err(match advice {
                Some((reason, advice)) => diagnostic.note(reason).help(advice),
                None => diagnostic,
            });
        }
        if let Some((reason, advice)) = advice {
            let message = format!("`{pattern}` might match packages of modules that are not on this machine");
            diagnostics.push(Diagnostic::new(codes::NOT_SEARCHED, message).note(reason).help(advice));
        }
        Ok((packages, diagnostics))
    }

    fn not_searched(&self, missing: &[&Module]) -> Option<(String, String)> {
        let name = |module: &&Module| module.downloaded().map_or_else(|| module.path.clone(), |it| it.to_string());
        let named: Vec<String> = missing.iter().take(MAX_NAMED).map(name).collect();
        let others = match missing.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            count => format!(" and {count} others"),
        };
        let way = if self.environment.fetches { "`--fetch`" } else { "`go mod download`" };
        (!named.is_empty())
            .then(|| (format!("not searched: {}{others}", named.join(", ")), format!("download them with {way}")))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{
        modules::{
            Modules,
            testing::{environment, expand, tree},
        },
        source::SourceMap,
    };

    const MODULES: &str = "\
// api/v1/types.go
// /cache/k8s.io/api@v0.35.0/core/v1/types.go
// /cache/k8s.io/api@v0.35.0/apps/v1/types.go
// /cache/k8s.io/api@v0.35.0/vendor/a.b/c/types.go
// /cache/k8s.io/api@v0.35.0/testdata/v1/types.go
// /cache/k8s.io/apimachinery@v0.35.0/pkg/version/types.go
-- go.mod --
module m.n/o
go 1.24
require k8s.io/api v0.35.0
require k8s.io/apimachinery v0.35.0
require k8s.io/klog/v2 v2.130.1
require x.y/z v1.0.0
";

    #[test]
    fn import_paths_match_in_all_modules() {
        for (pattern, expected) in [
            ("k8s.io/api/...", "k8s.io/api/apps/v1 k8s.io/api/core/v1"),
            ("k8s.io/api/.../v1", "k8s.io/api/apps/v1 k8s.io/api/core/v1"),
            ("k8s.io/api...", "k8s.io/api/apps/v1 k8s.io/api/core/v1 k8s.io/apimachinery/pkg/version"),
            (".../apps/...", "k8s.io/api/apps/v1"),
            ("m.n/o/...", "m.n/o/api/v1"),
            ("k8s.io/api/apps/v1", "k8s.io/api/apps/v1"),
            ("k8s.io/api/apps/v1/", "k8s.io/api/apps/v1"),
        ] {
            let lines = expand(&tree(MODULES), "/project", &environment(), pattern);
            let found: Vec<&str> = lines
                .iter()
                .filter(|line| !line.starts_with("IDL0107"))
                .map(|line| line.split(' ').next().unwrap_or(""))
                .collect();
            assert_eq!(found.join(" "), expected, "{pattern}");
        }
    }

    #[test]
    fn modules_that_are_not_there_are_named() {
        let lines = expand(&tree(MODULES), "/project", &environment(), "k8s.io/...");
        assert_eq!(
            lines[0],
            "IDL0107 `k8s.io/...` might match packages of modules that are not on this machine (not searched: \
             k8s.io/klog/v2@v2.130.1) (help: download them with `go mod download`)"
        );
        assert_eq!(lines.len(), 4);
        let lines = expand(&tree(MODULES), "/project", &environment(), "x.y/...");
        assert!(
            lines[0].starts_with("IDL0106 no package matches `x.y/...` (")
                && lines[0].ends_with("(not searched: x.y/z@v1.0.0) (help: download them with `go mod download`)"),
            "{lines:?}"
        );
    }

    #[test]
    fn a_folder_without_its_dot_is_recognised() {
        let first = |pattern: &str| expand(&tree(MODULES), "/project", &environment(), pattern).remove(0);
        assert_eq!(
            first("api/v1"),
            "IDL0106 `api/v1` is not a package of a module; such a path is in the Go standard library (help: use \
             `./api/v1` for a directory)"
        );
        assert!(first("api/...").ends_with("(help: use `./api/...` for a directory)"));
        assert!(
            first("time")
                .starts_with("IDL0106 `time` is not a package of a module; such a path is in the Go standard library")
        );
    }

    #[test]
    fn without_a_go_mod_the_module_cache_is_searched() {
        let files = tree(
            "// /cache/k8s.io/api@v0.35.0/core/v1/types.go\n// /cache/k8s.io/api@v0.34.0/core/v1/types.go\n// a.go\n",
        );
        assert_eq!(
            expand(&files, "/project", &environment(), "k8s.io/api/..."),
            ["k8s.io/api/core/v1 /cache/k8s.io/api@v0.35.0/core/v1 of k8s.io/api v0.35.0"]
        );
    }

    #[test]
    fn built_in_modules_stand_in_only_if_a_package_matches() {
        let files = tree("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\nrequire k8s.io/api v0.33.0\n");
        for (pattern, expected) in [("k8s.io/api/core/...", &["k8s.io/api"][..]), ("k8s.io/api/none/...", &[])] {
            let mut sources = SourceMap::default();
            let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
            let _ = modules.expand(&[pattern.to_owned()]);
            let stood_in: Vec<String> = modules.stood_in().into_iter().map(|module| module.path).collect();
            assert_eq!(stood_in, expected, "{pattern}");
        }
    }

    #[test]
    fn only_a_few_missing_modules_are_named() {
        for (count, others) in [(5, ""), (6, " and 1 others"), (8, " and 3 others")] {
            let required =
                (0..count).fold(String::new(), |lines, number| lines + &format!("require x.y/z{number} v1.0.0\n"));
            let files = tree(&format!("// a.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n{required}"));
            let lines = expand(&files, "/project", &environment(), "x.y/...");
            let expected = format!("x.y/z3@v1.0.0, x.y/z4@v1.0.0{others})");
            assert!(lines[0].contains(&expected), "{lines:?}");
        }
    }
}
