//! From patterns to packages (`go help packages`).

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{Modules, PackageLocation, build_tags::is_go_file, pattern::Pattern, tree::clean};
use crate::diag::{Diagnostic, codes::source as codes};

/// What a pattern gives.
pub(super) type Expansion = (Vec<PackageLocation>, Vec<Diagnostic>);

impl Modules<'_> {
    /// The packages that the patterns name, in the order of the patterns, each package once.
    ///
    /// A pattern is a folder (`.`, `./api/v1`, `../x`, an absolute path) or an import path (`k8s.io/api/apps/v1`); in both, `...` stands for any text:
    /// `./...`, `k8s.io/api/...`. What `...` stands for does not include `vendor`, `testdata`, folders that begin with `.` or `_`, and other modules, and
    /// folders without Go files that count are left out.
    pub fn expand(&self, patterns: &[String]) -> (Vec<PackageLocation>, Vec<Diagnostic>) {
        let mut packages: Vec<PackageLocation> = Vec::new();
        let mut diagnostics = Vec::new();
        let mut known = BTreeSet::new();
        for pattern in patterns {
            let (found, said) =
                self.expand_pattern(pattern).unwrap_or_else(|diagnostic| (Vec::new(), vec![diagnostic]));
            diagnostics.extend(said);
            packages.extend(found.into_iter().filter(|package| known.insert(package.import_path.clone())));
        }
        (packages, diagnostics)
    }

    fn expand_pattern(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let is_local = matches!(pattern, "." | "..")
            || pattern.starts_with("./")
            || pattern.starts_with("../")
            || Path::new(pattern).is_absolute();
        let invalid = |reason: &str| {
            let message = format!("`{pattern}` names no package: {reason}");
            Err(Diagnostic::new(codes::INVALID_PATTERN, message))
        };
        if pattern.trim().is_empty() {
            return invalid("it is empty");
        }
        if pattern.contains('\0') {
            return invalid("it has a character that no path has");
        }
        if matches!(pattern, "all" | "std" | "cmd" | "tool" | "work") {
            return invalid("the groups `all`, `std`, `cmd`, `tool` and `work` of the go command are not known here");
        }
        if let Some((path, version)) = pattern.split_once('@')
            && !is_local
        {
            return invalid(&format!("go.mod says the version; write `{path}` without `@{version}`"));
        }
        if self.tree.is_file(&self.folder(pattern)) {
            return invalid("it is a file; name its folder");
        }
        match (is_local, Pattern::is_literal(pattern)) {
            (true, true) => self.package_of_folder(pattern),
            (true, false) => self.packages_of_folders(pattern),
            (false, true) => self.package_of_import_path(pattern),
            (false, false) => self.packages_of_import_paths(pattern),
        }
    }

    /// The folder that a pattern names, or would name if it were written `./pattern`.
    pub(super) fn folder(&self, pattern: &str) -> PathBuf {
        clean(&self.places.directory.join(pattern))
    }

    pub(super) fn no_go_files(&self, pattern: &str, folder: &Path) -> Diagnostic {
        let message = format!("`{pattern}` has no Go files that count");
        let diagnostic = Diagnostic::new(codes::NO_PACKAGE, message);
        let entries = self.tree.list(folder).unwrap_or_default();
        if entries.iter().any(|entry| !entry.is_directory && is_go_file(&entry.name)) {
            diagnostic.note("its Go files are tests, generated, or excluded by build constraints")
        } else {
            diagnostic.note(format!("`{}/...` names the packages in the folders below", pattern.trim_end_matches('/')))
        }
    }

    pub(super) fn matches_nothing(pattern: &str) -> Diagnostic {
        Diagnostic::new(codes::NO_PACKAGE, format!("no package matches `{pattern}`")).note(
            "folders that begin with `.` or `_`, `testdata`, `vendor`, other modules and folders without Go files that count \
             do not match",
        )
    }
}
