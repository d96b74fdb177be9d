//! Walks the subdirectories that match a pattern.

use std::path::Path;

use super::{Modules, import_path, pattern::Pattern, tree::relative};
use crate::{diag::Diagnostic, modules::codes, source::DirectoryEntry};

impl Modules<'_> {
    /// Returns the names, relative to `start`, of all directories with included Go files that match. The pattern
    /// applies to a name after `prefix`. Enters directories in the order of their names. Skips links to directories,
    /// other modules, `testdata`, names that begin with `.` or `_`, the contents of vendor directories, and everything
    /// that go.mod ignores.
    pub(super) fn walk(&self, start: &Path, prefix: &str, pattern: &Pattern) -> (Vec<String>, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut diagnostics = Vec::new();
        let mut waiting = vec![String::new()];
        while let Some(below) = waiting.pop() {
            let directory = super::tree::join(start, &below);
            let entries = match self.tree.list(&directory) {
                Ok(entries) => entries,
                Err(error) => {
                    let message = format!("{} cannot be read: {error}", self.shown(&directory).display());
                    diagnostics.push(Diagnostic::new(codes::UNREADABLE, message));
                    continue;
                }
            };
            self.tree.searched(&directory);
            let is_top = below.is_empty();
            let is_file = |name: &str| entries.iter().any(|entry| entry.name == name && !entry.is_directory);
            if !is_top && (is_file("go.mod") || self.is_ignored(&directory)) {
                continue;
            }
            if pattern.matches(&import_path::join(prefix, &below)) && self.has_counting_file(&directory) {
                found.push(below.clone());
            }
            let is_vendor = !is_top && below.rsplit('/').next() == Some("vendor");
            if is_vendor && !pattern.can_match_in_vendor() {
                continue;
            }
            for entry in entries.iter().filter(|entry| is_entered(entry) && !is_utf8(entry)) {
                let folder = entry.path(&directory);
                if self.has_counting_file(&folder) {
                    diagnostics.push(self.without_import_path(&folder));
                }
            }
            let inner = entries
                .iter()
                .filter(|entry| is_entered(entry) && is_utf8(entry))
                .map(|entry| import_path::join(&below, &entry.name));
            let inner = inner.filter(|below| pattern.can_match_below(&import_path::join(prefix, below)));
            let position = waiting.len();
            waiting.extend(inner);
            if let Some(added) = waiting.get_mut(position..) {
                added.reverse();
            }
        }
        (found, diagnostics)
    }

    /// Returns `true` if the go.mod of a main module ignores a directory: `ignore ./x` applies at the root, `ignore x`
    /// anywhere.
    fn is_ignored(&self, directory: &Path) -> bool {
        let owners = self.main.modules.iter().filter(|main| directory.starts_with(&main.directory));
        let Some(main) = owners.max_by_key(|main| main.directory.components().count()) else { return false };
        let Some(below) = relative(directory, &main.directory) else { return false };
        let slashed = |path: &str| format!("/{}/", path.trim_matches('/'));
        let below = slashed(&below);
        main.go_mod.ignored.iter().any(|ignored| match ignored.strip_prefix("./") {
            Some(at_root) => below.starts_with(&slashed(at_root)),
            None => below.contains(&slashed(ignored)),
        })
    }
}

fn is_entered(entry: &DirectoryEntry) -> bool {
    entry.is_directory && !entry.is_link && is_walked(&entry.name)
}

/// Returns `true` if the name of a directory can be part of an import path.
fn is_utf8(entry: &DirectoryEntry) -> bool {
    entry.system_name.is_none()
}

/// Returns `true` if patterns enter directories with this name.
pub(super) fn is_walked(name: &str) -> bool {
    !name.starts_with(['.', '_']) && name != "testdata"
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{
        modules::testing::{environment, expand, report, tree},
        source::{FileSystem, MemoryFileSystem, SourceMap},
    };

    /// A file system with an unreadable directory and a link.
    #[derive(Debug)]
    struct Odd(MemoryFileSystem);

    impl FileSystem for Odd {
        fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            self.0.read_up_to(path, limit)
        }

        fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
            if path.ends_with("secret") {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            let mut entries = self.0.list(path)?;
            for entry in &mut entries {
                entry.is_link = entry.name == "link";
            }
            Ok(entries)
        }

        fn is_file(&self, path: &Path) -> bool {
            self.0.is_file(path)
        }

        fn is_directory(&self, path: &Path) -> bool {
            self.0.is_directory(path)
        }
    }

    #[test]
    fn links_are_not_followed_and_what_cannot_be_listed_is_said() {
        let files = Odd(tree("// a/x.go\n// link/x.go\n// secret/x.go\n-- go.mod --\nmodule m.n/o\n"));
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let (packages, diagnostics) = modules.expand(&["./...".to_owned()]);
        let paths: Vec<&str> = packages.iter().map(|package| package.import_path.as_str()).collect();
        assert_eq!(paths, ["m.n/o/a"]);
        let lines: Vec<String> = diagnostics.iter().map(|diagnostic| report(diagnostic, &sources)).collect();
        assert_eq!(lines, ["IDL0101 secret cannot be read: permission denied"]);
        let (packages, _) = modules.expand(&["./link".to_owned()]);
        assert_eq!(packages.len(), 1);
    }

    #[test]
    fn directories_that_may_gain_files_are_recorded() {
        let files = tree(
            "// a/x.go\n// a/testdata/x.go\n// a/.git/x.go\n// _b/x.go\n// c/go.mod/x.go\n// d/e/vendor/f/x.go\n\
             // g/go.mod\n// g/h/x.go\n// /cache/k8s.io/api@v0.35.0/core/v1/x.go\n-- go.mod --\nmodule m.n/o\n\
             go 1.24\nrequire k8s.io/api v0.35.0\n",
        );
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let (packages, _) = modules.expand(&["./...".to_owned(), "k8s.io/api/...".to_owned()]);
        let paths: Vec<&str> = packages.iter().map(|package| package.import_path.as_str()).collect();
        assert_eq!(paths, ["m.n/o/a", "m.n/o/c/go.mod", "k8s.io/api/core/v1"]);
        let searched = modules.searched_directories();
        let searched: Vec<String> = searched.iter().map(|path| path.display().to_string()).collect();
        let expected = ["", "/a", "/c", "/c/go.mod", "/d", "/d/e", "/d/e/vendor", "/g"];
        assert_eq!(searched, expected.map(|path| format!("/project{path}")));
    }

    #[test]
    fn go_mod_can_ignore_directories() {
        let files = tree(
            "// a/x.go\n// a/b/x.go\n// b/x.go\n// b/c/x.go\n// ab/x.go\n// d/x.go\n// a/d/x.go\n-- go.mod --\n\
             module m.n/o\ngo 1.25\nignore b\nignore ./d\n",
        );
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let (packages, _) = modules.expand(&["./...".to_owned()]);
        let paths: Vec<&str> = packages.iter().map(|package| package.import_path.as_str()).collect();
        assert_eq!(paths, ["m.n/o/a", "m.n/o/a/d", "m.n/o/ab"]);
    }

    #[test]
    fn versions_of_the_cache_are_listed_and_reported() {
        let files = tree(
            "// a.go\n// /cache/k8s.io/api@v0.35.0/core/v1/x.go\n// /cache/k8s.io/api@v0.34.1/core/v1/x.go\n\
             // /cache/k8s.io/other@v0.1.0/x.go\n",
        );
        let mut versions = crate::modules::cached_versions(&files, Path::new("/cache"), "k8s.io/api");
        versions.sort();
        let expected = ["v0.34.1", "v0.35.0"]
            .map(|version| (version.to_owned(), std::path::PathBuf::from(format!("/cache/k8s.io/api@{version}"))));
        assert_eq!(versions, expected);
        for (kubernetes_minor, version, fitting) in
            [(None, "v0.35.0", "in the cache"), (Some(34), "v0.34.1", "in the cache that match Kubernetes 1.34")]
        {
            let environment = crate::modules::GoEnvironment { kubernetes_minor, ..environment() };
            let mut sources = SourceMap::default();
            let (modules, _) = Modules::load(&files, Path::new("/project"), &environment, &mut sources);
            assert_eq!(modules.chosen_versions(), None);
            assert!(modules.locate("k8s.io/api/core/v1").is_ok());
            let reported = modules.chosen_versions().map(|one| report(&one, &sources));
            assert_eq!(
                reported,
                Some(format!(
                    "IDL0116 no go.mod sets module versions; read from the module cache: k8s.io/api {version} (these \
                     are the newest versions {fitting})"
                ))
            );
        }
    }

    #[test]
    fn vendor_directories_are_entered_if_the_pattern_names_them() {
        let files = tree("// d/vendor/f/x.go\n// d/x.go\n-- go.mod --\nmodule m.n/o\ngo 1.24\n");
        assert_eq!(expand(&files, "/project", &environment(), "./..."), ["m.n/o/d /project/d"]);
        let named = expand(&files, "/project", &environment(), "./.../vendor/...");
        assert_eq!(named, ["m.n/o/d/vendor/f /project/d/vendor/f"]);
    }
}
