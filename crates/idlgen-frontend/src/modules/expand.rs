//! Expands patterns to packages (`go help packages`).

use std::{
    borrow::Cow,
    collections::BTreeSet,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

use super::{Modules, PackageLocation, build_tags::is_go_file, pattern::Pattern};
use crate::{diag::Diagnostic, modules::codes, source::clean};

/// The result of expanding a pattern.
pub(super) type Expansion = (Vec<PackageLocation>, Vec<Diagnostic>);

impl Modules<'_> {
    /// Returns the packages of the patterns, in the order of the patterns, without duplicates.
    ///
    /// A pattern is a directory (`.`, `./api/v1`, `../x`, an absolute path) or an import path (`k8s.io/api/apps/v1`).
    /// In both, `...` represents any string: `./...`, `k8s.io/api/...`. It does not match `vendor`, `testdata`,
    /// directories that begin with `.` or `_`, other modules, and directories without included Go files. If
    /// [`nested_modules`](super::GoEnvironment::nested_modules) is set, a directory pattern that ends with `/...` also
    /// matches nested modules.
    pub fn expand(&self, patterns: &[String]) -> (Vec<PackageLocation>, Vec<Diagnostic>) {
        let mut packages: Vec<PackageLocation> = Vec::new();
        let mut diagnostics = Vec::new();
        let mut known = BTreeSet::new();
        for pattern in patterns {
            let pattern = with_slashes(pattern, MAIN_SEPARATOR);
            let (found, said) =
                self.expand_pattern(&pattern).unwrap_or_else(|diagnostic| (Vec::new(), vec![diagnostic]));
            diagnostics.extend(said);
            packages.extend(found.into_iter().filter(|package| known.insert(package.import_path.clone())));
        }
        (packages, diagnostics)
    }

    fn expand_pattern(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let is_local = is_local(pattern);
        let invalid = |reason: &str| {
            let message = format!("invalid package pattern `{pattern}`: {reason}");
            Err(Diagnostic::new(codes::INVALID_PATTERN, message))
        };
        if pattern.trim().is_empty() {
            return invalid("it is empty");
        }
        if pattern.contains('\0') {
            return invalid("it has a character that is not allowed in paths");
        }
        if matches!(pattern, "all" | "std" | "cmd" | "tool" | "work") {
            return invalid("the patterns `all`, `std`, `cmd`, `tool` and `work` of the go command are not supported");
        }
        if let Some((path, version)) = pattern.split_once('@')
            && !is_local
        {
            return invalid(&format!("go.mod sets the version; use `{path}` without `@{version}`"));
        }
        if self.tree.is_file(&self.directory(pattern)) {
            return invalid("it is a file; specify its directory");
        }
        match (is_local, Pattern::is_literal(pattern)) {
            (true, true) => self.package_of_directory(pattern),
            (true, false) => self.packages_of_directories(pattern),
            (false, true) => self.package_of_import_path(pattern),
            (false, false) => self.packages_of_import_paths(pattern),
        }
    }

    /// Returns the directory of a pattern. A pattern without a prefix is treated like `./pattern`.
    pub(super) fn directory(&self, pattern: &str) -> PathBuf {
        clean(&self.places.directory.join(pattern))
    }

    pub(super) fn no_go_files(&self, pattern: &str, folder: &Path) -> Diagnostic {
        let message = format!("`{pattern}` has no Go files to read");
        let diagnostic = Diagnostic::new(codes::NO_PACKAGE, message);
        let entries = self.tree.list(folder).unwrap_or_default();
        if entries.iter().any(|entry| !entry.is_directory && is_go_file(&entry.name)) {
            diagnostic.note("its Go files are tests, generated, or excluded by build constraints")
        } else {
            diagnostic
                .help(format!("use `{}/...` for the packages in the directories below", pattern.trim_end_matches('/')))
        }
    }

    pub(super) fn matches_nothing(pattern: &str) -> Diagnostic {
        Diagnostic::new(codes::NO_PACKAGE, format!("no package matches `{pattern}`")).note(
            "these never match: directories that start with `.` or `_`, `testdata`, `vendor`, other modules, and \
             directories without Go files to read",
        )
    }
}

/// Returns `true` for the pattern of a directory: `.`, `./api/v1`, `../x` and absolute paths.
pub(super) fn is_local(pattern: &str) -> bool {
    matches!(pattern, "." | "..")
        || pattern.starts_with("./")
        || pattern.starts_with("../")
        || Path::new(pattern).is_absolute()
}

/// Replaces the path separators of the operating system (`.\api\...`) with slashes, like the Go command. Import paths
/// do not contain other separators.
pub(super) fn with_slashes(pattern: &str, separator: char) -> Cow<'_, str> {
    if separator != '/' && pattern.contains(separator) {
        Cow::Owned(pattern.replace(separator, "/"))
    } else {
        Cow::Borrowed(pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::with_slashes;
    use crate::modules::testing::{environment, expand, tree};

    #[test]
    fn patterns_may_have_the_separators_of_the_system() {
        for (pattern, separator, expected) in [
            (".\\api\\...", '\\', "./api/..."),
            ("./api/...", '\\', "./api/..."),
            ("C:\\m\\api", '\\', "C:/m/api"),
            (".\\api", '/', ".\\api"),
        ] {
            assert_eq!(with_slashes(pattern, separator), expected, "{pattern}");
        }
    }

    #[test]
    fn patterns_that_can_name_nothing_are_refused() {
        let files = tree("// api/v1/types.go\n-- go.mod --\nmodule m.n/o\n");
        for (pattern, expected) in [
            ("", "IDL0105 invalid package pattern ``: it is empty"),
            (
                "all",
                "IDL0105 invalid package pattern `all`: the patterns `all`, `std`, `cmd`, `tool` and `work` of the go \
                 command are not supported",
            ),
            (
                "k8s.io/api/core/v1@v0.35.0",
                "IDL0105 invalid package pattern `k8s.io/api/core/v1@v0.35.0`: go.mod sets the version; use \
                 `k8s.io/api/core/v1` without `@v0.35.0`",
            ),
            (
                "./api/v1/types.go",
                "IDL0105 invalid package pattern `./api/v1/types.go`: it is a file; specify its directory",
            ),
            (
                "api/v1/types.go",
                "IDL0105 invalid package pattern `api/v1/types.go`: it is a file; specify its directory",
            ),
            ("a\0b", "IDL0105 invalid package pattern `a\0b`: it has a character that is not allowed in paths"),
        ] {
            assert_eq!(expand(&files, "/project", &environment(), pattern), [expected]);
        }
    }

    #[test]
    fn packages_come_once_and_in_the_order_of_the_patterns() {
        let files = tree("// api/v1/types.go\n// api/v2/types.go\n// b/types.go\n-- go.mod --\nmodule m.n/o\n");
        assert_eq!(
            expand(&files, "/project", &environment(), "./b ./api/v2 m.n/o/... ./nope ./api/..."),
            [
                "IDL0106 directory `./nope` does not exist",
                "m.n/o/b /project/b",
                "m.n/o/api/v2 /project/api/v2",
                "m.n/o/api/v1 /project/api/v1",
            ]
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let found = expand(&tree(""), "/nowhere", &environment(), "./...");
        assert_eq!(found, ["IDL0106 directory /nowhere does not exist", "IDL0106 directory `.` does not exist"]);
    }
}
