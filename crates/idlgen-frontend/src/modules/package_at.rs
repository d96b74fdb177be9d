//! Returns the package in a directory, with or without Go files. The directory must be in a main module, in the vendor
//! directory, or in another module in use.

use std::path::Path;

use super::{
    Modules, PackageLocation, dependencies::Module, import_path, locate::location, main_module::nearest_above,
    tree::relative,
};
use crate::{diag::Diagnostic, modules::codes};

impl Modules<'_> {
    /// Returns the package in a directory, with or without Go files: a directory of a main module, of the vendor
    /// directory, or of a module in use.
    pub(super) fn package_at(&self, directory: &Path) -> Result<PackageLocation, Diagnostic> {
        let shown = self.shown(directory).display().to_string();
        if let Some(path) = self.below_vendor(directory) {
            if self.vendored.iter().any(|one| one.list.packages.contains_key(&path)) {
                return self.locate(&path);
            }
            let message = format!("{shown} is in a vendor directory, but vendor/modules.txt does not list it");
            return Err(Diagnostic::new(codes::OUTSIDE_MODULES, message));
        }
        let Some((module, below)) = self.holding(directory, false).or_else(|| self.holding(directory, true)) else {
            return Err(self.not_utf8(directory).unwrap_or_else(|| self.outside(directory, &shown)));
        };
        if module.directory.as_deref().is_some_and(|root| self.is_of_inner_module(directory, root)) {
            return Err(self.outside(directory, &shown));
        }
        self.importable(location(&module, &below))
    }

    /// Returns the package if its import path is valid.
    pub(super) fn importable(&self, package: PackageLocation) -> Result<PackageLocation, Diagnostic> {
        if import_path::is_well_formed(&package.import_path) {
            return Ok(package);
        }
        let shown = self.shown(&package.directory).display();
        let message = format!("{shown} would have the invalid import path `{}`", package.import_path);
        Err(Diagnostic::new(codes::INVALID_IMPORT_PATH, message))
    }

    /// Reports a directory without an import path because a directory name between it and its module root is not UTF-8.
    fn not_utf8(&self, directory: &Path) -> Option<Diagnostic> {
        let mut roots = self.main.modules.iter().map(|main| &main.directory);
        let is_below = roots.any(|root| directory.strip_prefix(root).is_ok_and(|below| below.to_str().is_none()));
        is_below.then(|| self.without_import_path(directory))
    }

    pub(super) fn without_import_path(&self, directory: &Path) -> Diagnostic {
        let message = format!("{} has no import path: its name is not UTF-8", self.shown(directory).display());
        Diagnostic::new(codes::INVALID_IMPORT_PATH, message)
    }

    /// Returns the path of a directory relative to a main module's vendor directory.
    pub(super) fn below_vendor(&self, directory: &Path) -> Option<String> {
        let vendor = |root: &Path| relative(directory, &root.join("vendor")).filter(|below| !below.is_empty());
        let in_workspace = self.main.workspace.as_ref().and_then(|(root, _)| vendor(root));
        in_workspace.or_else(|| {
            let mut modules = self.main.modules.iter().filter(|_| self.main.has_go_mod);
            modules.find_map(|main| vendor(&main.directory))
        })
    }

    /// Returns the innermost module that contains the directory, and the path relative to it. If there are several,
    /// returns the first, so that directories set by the user take precedence.
    fn holding(&self, directory: &Path, whole_graph: bool) -> Option<(Module, String)> {
        let holding = self.all_modules(whole_graph).into_iter().filter_map(|module| {
            let below = relative(directory, module.directory.as_ref()?)?;
            Some((module, below))
        });
        holding.min_by_key(|(_, below)| below.len())
    }

    fn outside(&self, directory: &Path, shown: &str) -> Diagnostic {
        let other = nearest_above(&self.tree, directory, "go.mod");
        let other = other.as_deref().and_then(Path::parent).map(|folder| folder.display().to_string());
        let message = match (&other, &self.main.workspace) {
            (Some(other), Some(_)) => format!("{shown} is in the module at {other}, which go.work does not use"),
            (Some(other), None) => format!("{shown} is in the module at {other}, which is not the main module"),
            (None, Some(_)) => format!("{shown} is outside the modules that go.work uses"),
            (None, None) => format!("{shown} is outside the main module"),
        };
        let diagnostic = Diagnostic::new(codes::OUTSIDE_MODULES, message);
        match (&self.main.workspace, other) {
            (Some(_), Some(other)) => diagnostic.help(format!("add it with `go work use {other}`, or set GOWORK=off")),
            (Some(_), None) => {
                let folders = self.main.modules.iter().map(|main| format!("`{}`", self.as_pattern(&main.directory)));
                let folders: Vec<String> = folders.take(MAX_NAMED).collect();
                diagnostic.help(format!("specify a directory in one of its modules: {}", folders.join(", ")))
            }
            _ => diagnostic.help("start in the directory of its module: `-C DIR`"),
        }
    }

    /// Returns the package pattern for a directory.
    pub(super) fn as_pattern(&self, folder: &Path) -> String {
        match relative(folder, &self.places.directory) {
            Some(below) if below.is_empty() => ".".to_owned(),
            Some(below) => format!("./{below}"),
            None => folder.display().to_string(),
        }
    }
}

/// Maximum number of modules in a message.
const MAX_NAMED: usize = 5;
