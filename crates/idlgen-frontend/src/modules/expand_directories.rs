//! Directory patterns: `./api/v1`, `./...`, `/home/me/project/api/...`.

use std::path::Path;

use super::{
    Modules, PackageLocation,
    expand::Expansion,
    import_path,
    pattern::Pattern,
    tree::{join, relative},
    walk::is_walked,
};
use crate::{diag::Diagnostic, modules::codes};

impl Modules<'_> {
    pub(super) fn package_of_directory(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let folder = self.directory(pattern);
        if !self.tree.is_directory(&folder) {
            return Err(self.no_folder(pattern, &folder));
        }
        let package = self.package_at(&folder)?;
        if !self.has_counting_file(&folder) {
            return Err(self.no_go_files(pattern, &folder));
        }
        Ok((vec![package], Vec::new()))
    }

    pub(super) fn packages_of_directories(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let (literal, wild) = pattern.split_at(pattern.find("...").unwrap_or(pattern.len()));
        let (start, tail) = literal.rsplit_once('/').unwrap_or((".", literal));
        let folder = self.directory(if start.is_empty() { "/" } else { start });
        if !self.tree.is_directory(&folder) {
            return Err(self.no_folder(start, &folder));
        }
        let name = Path::new(start).file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| !is_walked(name)) {
            return Err(Self::matches_nothing(pattern));
        }
        let matching = Pattern::new(&format!("{tail}{wild}"));
        let (mut packages, mut diagnostics) = if let Some(vendored) = self.vendored_in(&folder) {
            let matching = vendored.iter().filter(|(below, _)| matching.matches(below));
            (matching.map(|(_, path)| self.locate(path)).collect::<Result<Vec<_>, _>>()?, Vec::new())
        } else {
            self.packages_below(&folder, &matching)?
        };
        if pattern.ends_with("/...") {
            for nested in self.nested_below(&folder) {
                let (found, said) = self.packages_in_module(&nested)?;
                packages.extend(found);
                diagnostics.extend(said);
            }
        }
        if packages.is_empty() && diagnostics.is_empty() {
            return Err(Self::matches_nothing(pattern));
        }
        Ok((packages, diagnostics))
    }

    /// Returns all packages of the module in a directory, without those of modules in directories below.
    fn packages_in_module(&self, root: &Path) -> Result<Expansion, Diagnostic> {
        self.packages_below(root, &Pattern::new("..."))
    }

    fn packages_below(&self, folder: &Path, matching: &Pattern) -> Result<Expansion, Diagnostic> {
        let top = self.package_at(folder)?;
        let (found, mut diagnostics) = self.walk(folder, "", matching);
        let mut packages = Vec::new();
        for below in &found {
            let package = PackageLocation {
                import_path: import_path::join(&top.import_path, below),
                directory: join(folder, below),
                origin: top.origin.clone(),
            };
            match self.importable(package) {
                Ok(package) => packages.push(package),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        Ok((packages, diagnostics))
    }

    /// Returns the packages that modules.txt lists below a directory of the vendor directory: their relative paths and
    /// their import paths. Returns `None` for other directories.
    fn vendored_in(&self, folder: &Path) -> Option<Vec<(String, String)>> {
        let vendored = self.vendored.iter().find_map(|one| Some((relative(folder, &one.directory)?, &one.list)));
        let (prefix, list) = vendored?;
        let below = |path: &String| match prefix.as_str() {
            "" => Some((path.clone(), path.clone())),
            prefix => Some((import_path::below(path, prefix)?.to_owned(), path.clone())),
        };
        Some(list.packages.keys().filter_map(below).collect())
    }

    fn no_folder(&self, pattern: &str, folder: &Path) -> Diagnostic {
        let diagnostic = Diagnostic::new(codes::NO_PACKAGE, format!("directory `{pattern}` does not exist"));
        let root = folder.ancestors().find(|above| self.tree.is_directory(above));
        let nearest = root.and_then(|root| {
            let similar = self.similar(root, &relative(folder, root)?)?;
            Some(self.as_pattern(&join(root, &similar)))
        });
        match nearest {
            Some(nearest) => diagnostic.help(format!("use `{nearest}`")),
            None => diagnostic,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::modules::{
        Workspace,
        testing::{environment, expand, tree},
    };

    const FOLDERS: &str = "\
// root.go
// api/v1/types.go
// api/v1beta1/types.go
// api/v1/internal/types.go
// api/testdata/x/types.go
// api/_old/types.go
// api/.git/types.go
// api/tests/a_test.go
// node/a/types.go
// node/modules/b/types.go
// other/node/types.go
// vendor/x.y/z/types.go
// inner/types.go
// inner/deep/types.go
// /cache/k8s.io/api@v0.35.0/core/v1/types.go
// /cache/k8s.io/api@v0.35.0/apps/v1/types.go
// /elsewhere/types.go
-- api/empty/README --
-- api/generated/zz_generated.go --
//go:build !ignore_autogenerated

package generated
-- inner/go.mod --
module inner.example.com
-- go.mod --
module m.n/o
go 1.25
require k8s.io/api v0.35.0
ignore ./node/modules
ignore node
";

    fn expanded(directory: &str, pattern: &str) -> Vec<String> {
        let lines = expand(&tree(FOLDERS), directory, &environment(), pattern);
        lines.into_iter().map(|line| line.split(" /").next().unwrap_or("").to_owned()).collect()
    }

    #[test]
    fn folders_are_walked_as_go_walks_them() {
        for (directory, pattern, expected) in [
            ("/project", "./...", "m.n/o m.n/o/api/v1 m.n/o/api/v1/internal m.n/o/api/v1beta1"),
            ("/project", ".", "m.n/o"),
            ("/project", "./api/v1", "m.n/o/api/v1"),
            ("/project", "./api/v1/", "m.n/o/api/v1"),
            ("/project", "/project/api/v1", "m.n/o/api/v1"),
            ("/project", "/project/api/...", "m.n/o/api/v1 m.n/o/api/v1/internal m.n/o/api/v1beta1"),
            ("/project", "./api/v1...", "m.n/o/api/v1 m.n/o/api/v1/internal m.n/o/api/v1beta1"),
            ("/project", "./.../v1", "m.n/o/api/v1"),
            ("/project/api", "./...", "m.n/o/api/v1 m.n/o/api/v1/internal m.n/o/api/v1beta1"),
            ("/project/api", "../api/v1", "m.n/o/api/v1"),
            ("/project/api/v1", "..", ""),
            ("/project", "./api/testdata/x/...", "m.n/o/api/testdata/x"),
            ("/project", "./api/testdata/x", "m.n/o/api/testdata/x"),
            ("/project/inner", "./...", "inner.example.com inner.example.com/deep"),
            ("/project", "/cache/k8s.io/api@v0.35.0/core/v1", "k8s.io/api/core/v1"),
            ("/project", "/cache/k8s.io/api@v0.35.0/...", "k8s.io/api/apps/v1 k8s.io/api/core/v1"),
        ] {
            let found = expanded(directory, pattern);
            let found: Vec<&str> = found.iter().map(String::as_str).filter(|line| !line.starts_with("IDL")).collect();
            assert_eq!(found.join(" "), expected, "{pattern} in {directory}");
        }
    }

    #[test]
    fn what_names_no_package_is_said() {
        const SKIPPED: &str = "(these never match: directories that start with `.` or `_`, `testdata`, `vendor`, \
                               other modules, and directories without Go files to read)";
        for (pattern, expected) in [
            ("./apis/v1", "IDL0106 directory `./apis/v1` does not exist (help: use `./api/v1`)".to_owned()),
            ("./apis/v1beta2", "IDL0106 directory `./apis/v1beta2` does not exist (help: use `./api`)".to_owned()),
            ("./zzz", "IDL0106 directory `./zzz` does not exist".to_owned()),
            ("./api/v2", "IDL0106 directory `./api/v2` does not exist (help: use `./api/v1`)".to_owned()),
            ("./apj/...", "IDL0106 directory `./apj` does not exist (help: use `./api`)".to_owned()),
            ("./api/testdata/...", format!("IDL0106 no package matches `./api/testdata/...` {SKIPPED}")),
            ("./api/empty/...", format!("IDL0106 no package matches `./api/empty/...` {SKIPPED}")),
            (
                "./api/empty",
                "IDL0106 `./api/empty` has no Go files to read (help: use `./api/empty/...` for the packages in \
                 the directories below)"
                    .to_owned(),
            ),
            (
                "./api/generated",
                "IDL0106 `./api/generated` has no Go files to read (its Go files are tests, \
                generated, or excluded by build constraints)"
                    .to_owned(),
            ),
            ("./inner", "IDL0108 inner is in the module at".to_owned()),
            ("./vendor/x.y/z", "IDL0108 vendor".to_owned()),
            ("/elsewhere", "IDL0108".to_owned()),
        ] {
            assert!(
                expand(&tree(FOLDERS), "/project", &environment(), pattern)[0].starts_with(&expected),
                "{:?}",
                expand(&tree(FOLDERS), "/project", &environment(), pattern)
            );
        }
    }

    #[test]
    fn a_folder_whose_name_no_import_path_can_have_is_said() {
        let files = tree("// a b/c/x.go\n// d/x.go\n-- go.mod --\nmodule m.n/o\n");
        assert_eq!(
            expand(&files, "/project", &environment(), "./..."),
            ["IDL0109 a b/c would have the invalid import path `m.n/o/a b/c`", "m.n/o/d /project/d"]
        );
    }

    #[test]
    fn a_folder_without_a_go_mod_has_its_name_as_import_path() {
        let files = tree("// /home/me/my-types/v1/a.go\n// /home/me/my-types/a.go\n// /home/me/my types/a.go\n");
        let found = expand(&files, "/home/me/my-types", &environment(), "./... ../other");
        assert_eq!(
            found,
            [
                "IDL0106 directory `../other` does not exist",
                "my-types /home/me/my-types",
                "my-types/v1 /home/me/my-types/v1"
            ]
        );
        assert_eq!(expand(&files, "/home/me/my types", &environment(), "."), ["main /home/me/my types"]);
    }

    #[test]
    fn a_workspace_has_several_modules() {
        let files = tree(
            "// a/x/a.go\n// b/y/b.go\n// c/z/c.go\n// fork/f.go\n// /cache/x.y/z@v1.1.0/a.go\n\
             // /cache/x.y/z@v1.0.0/a.go\n\
             -- a/go.mod --\nmodule a.example.com\ngo 1.24\nrequire x.y/z v1.0.0\nrequire b.example.com \
             v9.0.0\nrequire x.y/f v1.0.0\nreplace x.y/f => ../nowhere\n\
             -- b/go.mod --\nmodule b.example.com\ngo 1.24\nrequire x.y/z v1.1.0\n\
             -- c/go.mod --\nmodule c.example.com\n\
             -- go.work --\ngo 1.24\nuse (\n\t./a\n\t./b\n\t./gone\n)\nreplace x.y/f => ./fork\n",
        );
        assert_eq!(
            expand(&files, "/project/a", &environment(), "./... ../b/y x.y/z b.example.com/... x.y/f ../c/z"),
            [
                "IDL0114 /project/go.work:5:2 directory `./gone` has no go.mod (go.work can list only modules) \
                 (help: fix the path or remove it)",
                "IDL0108 /project/c/z is in the module at /project/c, which go.work does not use (help: add it \
                 with `go work use /project/c`, or set GOWORK=off)",
                "a.example.com/x /project/a/x",
                "b.example.com/y /project/b/y",
                "x.y/z /cache/x.y/z@v1.1.0 of x.y/z v1.1.0",
                "x.y/f /project/fork of x.y/f v1.0.0",
            ]
        );
        let off = crate::modules::GoEnvironment { workspace: Workspace::Off, ..environment() };
        assert_eq!(
            expand(&files, "/project/a", &off, "x.y/z ../b/y"),
            [
                "IDL0108 /project/b/y is in the module at /project/b, which is not the main module (help: start \
                 in the directory of its module: `-C DIR`)",
                "x.y/z /cache/x.y/z@v1.0.0 of x.y/z v1.0.0",
            ]
        );
        assert_eq!(
            expand(&files, "/project", &environment(), "./...").last().map(String::as_str),
            Some(
                "IDL0108 . is outside the modules that go.work uses (help: specify a directory in one of its modules: \
                 `./a`, `./b`)"
            )
        );
        assert_eq!(
            expand(&files, "/project/a", &environment(), "../...").last().map(String::as_str),
            Some(
                "IDL0108 /project is outside the modules that go.work uses (help: specify a directory in one of its \
                 modules: `.`, `/project/b`)"
            )
        );
    }
}
