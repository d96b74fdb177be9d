//! Diagnostics for missing packages, with the module that would contain them, and help.

use std::{io::ErrorKind, path::Path};

use super::{
    Modules,
    dependencies::{DependencySource, Module, ModuleOrigin},
    import_path,
    tree::join,
};
use crate::{
    diag::{Diagnostic, MissingPackage, nearest},
    modules::{builtin, codes},
};

/// The help for an unreadable module cache.
pub(super) const READABLE_CACHE: &str =
    "give this user read access to the module cache, or set another one with GOMODCACHE";

impl Modules<'_> {
    /// Creates the diagnostic for a package that no module in use can provide.
    pub(super) fn unknown(&self, import_path: &str) -> Diagnostic {
        let (message, advice) = match &self.source {
            DependencySource::Vendor => (
                format!("vendor/modules.txt has no package `{import_path}`"),
                "run `go mod vendor`, which copies the packages that the module imports".to_owned(),
            ),
            DependencySource::Newest(_) => (
                format!("no module in the module cache contains the package `{import_path}`"),
                "run `go mod download MODULE@VERSION`".to_owned(),
            ),
            DependencySource::Selected { .. } if self.main.modules.is_empty() => (
                format!("none of the specified modules contains the package `{import_path}`"),
                "specify the module that contains it, with its version".to_owned(),
            ),
            DependencySource::Selected { .. } => (
                format!("no module required by go.mod contains the package `{import_path}`"),
                format!("run `go get {import_path}`, which adds it to go.mod and downloads it"),
            ),
        };
        let diagnostic = Diagnostic::new(codes::UNKNOWN_MODULE, message).help(advice);
        let mut diagnostic = self.partly_built_in(import_path, diagnostic);
        if let DependencySource::Newest(_) = &self.source {
            diagnostic = diagnostic.note("without a go.mod, modules come from the module cache");
        }
        if self.is_missing_go_mods() {
            diagnostic = diagnostic
                .note("a go.mod that is not on this machine might require the module")
                .help(self.way_to_get("all"));
        }
        diagnostic.help("set the directory of its module in the `[modules]` table of idlgen.toml")
    }

    /// Creates the diagnostic for a package whose module is not on this machine.
    pub(super) fn missing(&self, import_path: &str, module: &Module) -> Diagnostic {
        let path = &module.path;
        let directory = module.directory.as_deref().unwrap_or(Path::new(""));
        let folder = self.shown(directory).display();
        let missing = MissingPackage { import_path: import_path.to_owned(), module: name(module) };
        let message = format!("package `{import_path}` is in module {}, which is not on this machine", missing.module);
        let mut diagnostic = self.partly_built_in(import_path, Diagnostic::new(codes::MISSING_MODULE, message));
        diagnostic.missing_package = Some(Box::new(missing));
        let diagnostic = self.with_lines(diagnostic, module);
        match (module.place, module.downloaded()) {
            (ModuleOrigin::Replaced(_), _) => {
                let reason = self.denied(module).unwrap_or_else(|| format!("directory {folder} does not exist"));
                diagnostic.note(reason)
            }
            (ModuleOrigin::Cache, Some(download)) => {
                if let Some(reason) = self.denied(module) {
                    return diagnostic.note(reason).help(READABLE_CACHE);
                }
                let cache = match &self.places.cache {
                    Some(_) => format!("directory {folder} does not exist"),
                    None => "the module cache is unknown: GOMODCACHE, GOPATH and HOME are not set".to_owned(),
                };
                let setting =
                    format!("set a directory that contains it in idlgen.toml: `[modules]`, `\"{path}\" = \"DIR\"`");
                let advice = self.way_to_get(&download.to_string());
                self.note_missing_package(import_path, download);
                diagnostic.note(cache).help(advice).help(setting)
            }
            _ => diagnostic.note(format!("the configuration places it in {folder}, but that directory does not exist")),
        }
    }

    /// Returns the reason if the directory of a module cannot be read because of its permissions.
    pub(super) fn denied(&self, module: &Module) -> Option<String> {
        let directory = module.directory.as_deref()?;
        let error = self.tree.list(directory).err().filter(|error| error.kind() == ErrorKind::PermissionDenied)?;
        Some(format!("directory {} cannot be read: {error}", self.shown(directory).display()))
    }

    /// Adds labels for the lines of go.mod or go.work that determine a module's location.
    fn with_lines(&self, diagnostic: Diagnostic, module: &Module) -> Diagnostic {
        let replaced = match module.place {
            ModuleOrigin::Replaced(span) => Some(span),
            _ => module.replaced_by.as_ref().map(|(_, span)| *span),
        };
        let diagnostic = match self.main.required_at(&module.path) {
            Some(span) => diagnostic.and(span, "required here"),
            None => diagnostic,
        };
        match replaced {
            Some(span) => diagnostic.and(span, "replaced here"),
            None => diagnostic,
        }
    }

    fn partly_built_in(&self, import_path: &str, diagnostic: Diagnostic) -> Diagnostic {
        match builtin::module_of(import_path).filter(|path| self.built_in(path).is_some()) {
            Some(path) => diagnostic.note(format!("some packages of {path} are built in, but not this one")),
            None => diagnostic,
        }
    }

    /// Creates the diagnostic for a package that its module does not contain.
    pub(super) fn missing_package(&self, import_path: &str, module: &Module) -> Diagnostic {
        let message = format!("module {} has no package `{import_path}`", name(module));
        let diagnostic = Diagnostic::new(codes::NO_SUCH_PACKAGE, message);
        let root = module.directory.clone().unwrap_or_default();
        if let ModuleOrigin::Replaced(_) = module.place {
            let shown = self.shown(&root).display();
            let diagnostic = self.with_lines(diagnostic, module);
            return match self.tree.list(&root) {
                Ok(entries) if entries.is_empty() => diagnostic
                    .note(format!("directory {shown} is empty"))
                    .help("run `git submodule update --init` if it is a Git submodule"),
                Err(error) => diagnostic.note(format!("directory {shown} cannot be read: {error}")),
                Ok(_) => self.with_correction(diagnostic, module, &root, import_path),
            };
        }
        self.with_correction(diagnostic, module, &root, import_path)
    }

    /// Suggests a similar package.
    fn with_correction(&self, diagnostic: Diagnostic, module: &Module, root: &Path, import_path: &str) -> Diagnostic {
        let below = import_path::below(import_path, &module.path).unwrap_or("");
        let folder = join(root, below);
        if self.tree.is_directory(&folder) && self.is_of_inner_module(&folder, root) {
            let shown = self.shown(&folder).display().to_string();
            return diagnostic
                .note(format!("{shown} is in another module"))
                .help("require that module in go.mod, or add it to go.work");
        }
        match self.similar(root, below) {
            Some(similar) => diagnostic.help(format!("use `{}`", import_path::join(&module.path, &similar))),
            None => diagnostic,
        }
    }

    /// Returns a directory whose path relative to `root` is similar to `below`. Assumes that the first missing part of
    /// the path is misspelled.
    pub(super) fn similar(&self, root: &Path, below: &str) -> Option<String> {
        let parts: Vec<&str> = below.split('/').collect();
        let missing = (1..=parts.len()).find(|length| {
            parts.get(..*length).is_some_and(|parts| !self.tree.is_directory(&join(root, &parts.join("/"))))
        })?;
        let (existing, rest) = parts.split_at_checked(missing - 1)?;
        let (misspelt, rest) = rest.split_first()?;
        let existing = existing.join("/");
        let entries = self.tree.list(&join(root, &existing)).ok()?;
        let folders = entries.iter().filter(|entry| entry.is_directory && !entry.name.starts_with(['.', '_']));
        let nearest = nearest(misspelt, folders.map(|entry| entry.name.as_str()))?;
        let corrected = import_path::join(&existing, nearest);
        let whole = import_path::join(&corrected, &rest.join("/"));
        Some(if self.tree.is_directory(&join(root, &whole)) { whole } else { corrected })
    }
}

fn name(module: &Module) -> String {
    match (&module.replaced_by, &module.version) {
        (Some((by, _)), _) if by.path == module.path => format!("{} {}", by.path, by.version),
        (Some((by, _)), _) => format!("{}, replaced by {} {}", module.path, by.path, by.version),
        (None, Some(version)) => format!("{} {version}", module.path),
        (None, None) => module.path.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{
        modules::testing::{environment, report, tree},
        source::{DirectoryEntry, FileSystem, MemoryFileSystem, SourceMap},
    };

    /// A file system with an empty directory and an unreadable one.
    #[derive(Debug)]
    struct Odd(MemoryFileSystem);

    impl FileSystem for Odd {
        fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            self.0.read_up_to(path, limit)
        }

        fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
            if path.ends_with("empty") {
                return Ok(Vec::new());
            }
            if path.ends_with("secret") {
                return Err(io::Error::other("it is broken"));
            }
            self.0.list(path)
        }

        fn is_file(&self, path: &Path) -> bool {
            self.0.is_file(path)
        }

        fn is_directory(&self, path: &Path) -> bool {
            path.ends_with("empty") || path.ends_with("secret") || self.0.is_directory(path)
        }
    }

    #[test]
    fn packages_that_their_module_lacks() {
        let files = Odd(tree(
            "// a.go\n// replaced/core/v1/x.go\n// replaced/inner/x.go\n-- replaced/inner/go.mod --\nmodule i\n\
             -- go.mod --\nmodule m.n/o\ngo 1.24\nrequire a.b/empty v1.0.0\nrequire a.b/secret v1.0.0\nrequire \
             a.b/c v1.0.0\nrequire a.b/gone v1.0.0\nreplace a.b/empty => ./empty\nreplace a.b/secret => ./secret\n\
             replace a.b/c => ./replaced\nreplace a.b/gone => ./gone\n",
        ));
        let mut sources = SourceMap::default();
        let (modules, _) = Modules::load(&files, Path::new("/project"), &environment(), &mut sources);
        let lines = |line: u32, other: u32| format!("[go.mod:{line}:1 required here] [go.mod:{other}:1 replaced here]");
        for (import_path, expected) in [
            (
                "a.b/empty/p",
                format!(
                    "IDL0112 module a.b/empty v1.0.0 has no package `a.b/empty/p` (directory empty is empty) \
                     (help: run `git submodule update --init` if it is a Git submodule) {}",
                    lines(3, 7)
                ),
            ),
            (
                "a.b/secret/p",
                format!(
                    "IDL0112 module a.b/secret v1.0.0 has no package `a.b/secret/p` (directory secret cannot be read: \
                     it is broken) {}",
                    lines(4, 8)
                ),
            ),
            (
                "a.b/c/cores/v1",
                format!(
                    "IDL0112 module a.b/c v1.0.0 has no package `a.b/c/cores/v1` (help: use `a.b/c/core/v1`) {}",
                    lines(5, 9)
                ),
            ),
            (
                "a.b/c/core/v2",
                format!(
                    "IDL0112 module a.b/c v1.0.0 has no package `a.b/c/core/v2` (help: use `a.b/c/core/v1`) {}",
                    lines(5, 9)
                ),
            ),
            ("a.b/c/other", format!("IDL0112 module a.b/c v1.0.0 has no package `a.b/c/other` {}", lines(5, 9))),
            (
                "a.b/c/inner",
                format!(
                    "IDL0112 module a.b/c v1.0.0 has no package `a.b/c/inner` (replaced/inner is in another module) \
                     (help: require that module in go.mod, or add it to go.work) {}",
                    lines(5, 9)
                ),
            ),
            (
                "a.b/gone/p",
                format!(
                    "IDL0111 package `a.b/gone/p` is in module a.b/gone v1.0.0, which is not on this machine \
                     (directory gone does not exist) {}",
                    lines(6, 10)
                ),
            ),
        ] {
            let found = modules.locate(import_path).map_err(|diagnostic| report(&diagnostic, &sources));
            assert_eq!(found, Err(expected));
        }
    }
}
