//! Directory patterns that match packages of other modules than the nearest one. As in controller-gen
//! (`sigs.k8s.io/controller-tools/pkg/loader.LoadRoots`), `./api/v1` may be in a nested module, and `./...` matches the
//! packages of nested modules, if [`GoEnvironment::nested_modules`](super::GoEnvironment::nested_modules) is set.

use std::path::{Path, PathBuf};

use super::{
    Modules,
    expand::{is_local, with_slashes},
    main_module::nearest_above,
    tree::join,
    walk::is_walked,
};

impl Modules<'_> {
    /// Returns the directories of the modules whose packages the directory patterns match, sorted. Empty if the loaded
    /// modules contain all of them, and if there is a go.work, which lists the modules.
    pub(super) fn roots_of(&self, patterns: &[String]) -> Vec<PathBuf> {
        if self.main.workspace.is_some() {
            return Vec::new();
        }
        let (mut roots, mut uses_loaded) = (Vec::new(), false);
        for pattern in patterns {
            let pattern = with_slashes(pattern, std::path::MAIN_SEPARATOR);
            let Some(start) = start_of(&pattern).filter(|_| is_local(&pattern)).map(|start| self.directory(start))
            else {
                uses_loaded = true;
                continue;
            };
            match self.module_to_load(&start) {
                Some(root) => roots.push(root),
                None => uses_loaded = true,
            }
            if pattern.ends_with("/...") {
                roots.extend(self.nested_below(&start).iter().filter_map(|nested| self.module_to_load(nested)));
            }
        }
        if !roots.is_empty() && uses_loaded && self.main.has_go_mod {
            roots.extend(self.main.modules.iter().map(|main| main.directory.clone()));
        }
        roots.sort();
        roots.dedup();
        roots
    }

    /// Returns the root of the module that contains a directory, unless it is loaded.
    fn module_to_load(&self, directory: &Path) -> Option<PathBuf> {
        if !self.tree.is_directory(directory) || self.package_at(directory).is_ok() {
            return None;
        }
        let root = nearest_above(&self.tree, directory, "go.mod")?.parent()?.to_owned();
        (!self.main.modules.iter().any(|main| main.directory == root && self.main.has_go_mod)).then_some(root)
    }

    /// Returns the directories below `start` that contain a go.mod, if patterns match nested modules. Skips links,
    /// `vendor`, `testdata` and names that begin with `.` or `_`.
    pub(super) fn nested_below(&self, start: &Path) -> Vec<PathBuf> {
        let (mut found, mut waiting) = (Vec::new(), vec![start.to_owned()]);
        while let Some(directory) = waiting.pop().filter(|_| self.environment.nested_modules) {
            let Ok(entries) = self.tree.list(&directory) else { continue };
            if directory != start && entries.iter().any(|entry| entry.name == "go.mod" && !entry.is_directory) {
                found.push(directory.clone());
            }
            let is_entered = |name: &str| is_walked(name) && name != "vendor";
            let inner = entries.iter().filter(|entry| entry.is_directory && !entry.is_link && is_entered(&entry.name));
            waiting.extend(inner.map(|entry| join(&directory, &entry.name)));
        }
        found.sort();
        found
    }
}

/// Returns the directory in which the search for a directory pattern starts. `None` for a pattern such as `./a.../b`.
fn start_of(pattern: &str) -> Option<&str> {
    match pattern.split_once("...") {
        None => Some(pattern),
        Some((start, "")) => start.strip_suffix('/'),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{
        modules::{
            GoEnvironment, Modules, Workspace,
            testing::{environment, tree},
        },
        source::{MemoryFileSystem, SourceMap},
    };

    const FILES: &str = "\
// a.go
// api/v1/types.go
// api/v1/deep/types.go
// tools/x/x.go
// testdata/m/x.go
// empty/README
-- go.mod --
module m.n/o
go 1.25
require k8s.io/api v0.34.0
replace x.y/z => ./z
-- api/go.mod --
module m.n/o/api
go 1.25
require k8s.io/api v0.35.0
replace x.y/z => ./other
-- api/v1/deep/go.mod --
module deep.example.com
-- tools/go.mod --
module tools.example.com
-- testdata/m/go.mod --
module m.example.com
-- empty/go.mod --
module empty.example.com
-- /other/b/x.go --
package x
-- /other/go.mod --
module other.example.com
";

    fn expand(files: &MemoryFileSystem, environment: &GoEnvironment, patterns: &str) -> Vec<String> {
        let patterns: Vec<String> = patterns.split(' ').map(str::to_owned).collect();
        let mut sources = SourceMap::default();
        let (modules, mut said) = Modules::load_for(files, Path::new("/project"), &patterns, environment, &mut sources);
        let (packages, more) = modules.expand(&patterns);
        said.extend(more);
        let said = said.iter().map(|diagnostic| format!("{} {}", diagnostic.code, diagnostic.message));
        said.chain(packages.into_iter().map(|package| package.import_path)).collect()
    }

    #[test]
    fn patterns_match_packages_of_nested_modules() {
        let files = tree(FILES);
        let nested = GoEnvironment { nested_modules: true, ..environment() };
        for (patterns, expected) in [
            ("./...", &["m.n/o", "m.n/o/api/v1", "deep.example.com", "tools.example.com/x"][..]),
            ("./api/...", &["m.n/o/api/v1", "deep.example.com"]),
            ("./api/v1", &["m.n/o/api/v1"]),
            ("./api/v1 .", &["m.n/o/api/v1", "m.n/o"]),
            ("../other/b", &["other.example.com/b"]),
            ("./empty/...", &["IDL0106 no package matches `./empty/...`"]),
        ] {
            assert_eq!(expand(&files, &nested, patterns), expected, "{patterns}");
        }
        for (patterns, expected) in
            [("./...", &["m.n/o"][..]), ("./api/...", &["m.n/o/api/v1"]), ("./tools/x", &["tools.example.com/x"])]
        {
            assert_eq!(expand(&files, &environment(), patterns), expected, "{patterns}");
        }
    }

    #[test]
    fn a_workspace_lists_its_modules() {
        let files = tree(&format!("{FILES}-- go.work --\nuse .\n"));
        let nested = GoEnvironment { nested_modules: true, ..environment() };
        assert_eq!(
            expand(&files, &nested, "./tools/x"),
            ["IDL0108 tools/x is in the module at /project/tools, which go.work does not use"]
        );
        let off = GoEnvironment { workspace: Workspace::Off, ..nested };
        assert_eq!(expand(&files, &off, "./tools/x"), ["tools.example.com/x"]);
    }

    #[test]
    fn each_dependency_has_one_version() {
        let files = tree(&format!("{FILES}-- /cache/k8s.io/api@v0.35.0/core/v1/types.go --\npackage v1\n"));
        let nested = GoEnvironment { nested_modules: true, ..environment() };
        assert_eq!(
            expand(&files, &nested, "./... k8s.io/api/core/v1").last().map(String::as_str),
            Some("k8s.io/api/core/v1")
        );
    }

    /// The packages in the vendor directory of each module are used. Other dependencies come from the module cache.
    #[test]
    fn each_module_has_its_own_vendor_directory() {
        let files = tree(
            "// a.go\n// vendor/x.y/z/a.go\n// api/a.go\n// tools/a.go\n// tools/vendor/t.y/z/a.go\n\
             // /cache/k8s.io/api@v0.35.0/core/v1/types.go\n\
             -- go.mod --\nmodule m.n/o\ngo 1.25\nrequire x.y/z v1.0.0\n\
             -- vendor/modules.txt --\n# x.y/z v1.0.0\n## explicit\nx.y/z\n\
             -- api/go.mod --\nmodule m.n/o/api\ngo 1.25\nrequire k8s.io/api v0.35.0\nreplace a.b/c => ../c\n\
             -- tools/go.mod --\nmodule tools.example.com\ngo 1.25\nrequire t.y/z v1.0.0\n\
             -- tools/vendor/modules.txt --\n# t.y/z v1.0.0\n## explicit\nt.y/z\n",
        );
        let nested = GoEnvironment { nested_modules: true, ..environment() };
        for (patterns, expected) in [
            ("./...", &["m.n/o", "m.n/o/api", "tools.example.com"][..]),
            (
                "./... x.y/z t.y/z k8s.io/api/core/v1",
                &["m.n/o", "m.n/o/api", "tools.example.com", "x.y/z", "t.y/z", "k8s.io/api/core/v1"],
            ),
            (
                "./... ./vendor/x.y/z ./tools/vendor/t.y/z",
                &["m.n/o", "m.n/o/api", "tools.example.com", "x.y/z", "t.y/z"],
            ),
            ("./tools x.y/z", &["tools.example.com", "x.y/z"]),
        ] {
            assert_eq!(expand(&files, &nested, patterns), expected, "{patterns}");
        }
        let stale = tree(
            "// a.go\n// vendor/x.y/z/a.go\n// api/a.go\n-- go.mod --\nmodule m.n/o\ngo 1.25\nrequire x.y/z v1.1.0\n\
             -- vendor/modules.txt --\n# x.y/z v1.0.0\n## explicit\nx.y/z\n-- api/go.mod --\nmodule m.n/o/api\n",
        );
        assert_eq!(
            expand(&stale, &nested, "./...").first().map(String::as_str),
            Some("IDL0115 vendor/modules.txt is missing x.y/z@v1.1.0, which go.mod requires")
        );
    }
}
