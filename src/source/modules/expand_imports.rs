//! Patterns that name import paths: `k8s.io/api/apps/v1`, `k8s.io/api/...`.

use super::{
    Modules, PackageLocation,
    dependencies::{DependencySource, Module},
    expand::Expansion,
    import_path,
    locate::location,
    pattern::Pattern,
};
use crate::diag::{Diagnostic, codes::source as codes};

/// How many modules a message names.
const MAX_NAMED: usize = 5;

impl Modules<'_> {
    pub(super) fn package_of_import_path(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let path = pattern.trim_end_matches('/');
        let is_folder = self.tree.is_directory(&self.folder(path));
        let advise = |diagnostic: Diagnostic| {
            if is_folder { diagnostic.note(format!("a folder is written `./{path}`")) } else { diagnostic }
        };
        let package = self.locate(path).map_err(advise)?;
        if package.is_standard() {
            let message = format!("`{pattern}` is no package of a module; it would be one of Go's standard library");
            return Err(advise(Diagnostic::new(codes::NO_PACKAGE, message)));
        }
        if !self.has_counting_file(&package.directory) {
            return Err(self.no_go_files(pattern, &package.directory));
        }
        Ok((vec![package], Vec::new()))
    }

    /// The packages whose import paths match, of all modules in use, in order of import path.
    pub(super) fn packages_of_import_paths(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let matching = Pattern::new(pattern);
        let mut modules = self.all_modules(true);
        if let DependencySource::Newest(_) = &self.source {
            let literal = matching.literal_prefix().trim_end_matches('/');
            modules.extend(import_path::prefixes(literal).filter_map(|path| self.module(path, true)));
        }
        modules.retain(|module| matching.can_match_below(&module.path));
        let mut packages: Vec<PackageLocation> = Vec::new();
        let mut diagnostics = Vec::new();
        let mut missing = Vec::new();
        for module in &modules {
            let Some(root) = module.directory.as_ref().filter(|_| self.is_there(module)) else {
                missing.push(module);
                continue;
            };
            let (found, said) = self.walk(root, &module.path, &matching);
            packages.extend(found.iter().map(|below| location(module, below)));
            diagnostics.extend(said);
        }
        if let DependencySource::Vendor { list, .. } = &self.source {
            let listed = list.packages.keys().filter(|path| matching.matches(path));
            packages.extend(listed.filter_map(|path| self.locate(path).ok()));
        }
        packages.sort_by(|left, right| left.import_path.cmp(&right.import_path));
        packages.dedup_by(|later, earlier| later.import_path == earlier.import_path);
        let advice = self.not_searched(&missing);
        if packages.is_empty() && diagnostics.is_empty() {
            let mut diagnostic = Self::matches_nothing(pattern);
            let folder = pattern.split("...").next().unwrap_or("");
            if self.tree.is_directory(&self.folder(folder)) {
                diagnostic = diagnostic.note(format!("a folder is written `./{pattern}`"));
            }
            diagnostic.notes.extend(advice);
            return Err(diagnostic);
        }
        if let Some(advice) = advice {
            let message = format!("`{pattern}` may match packages of modules that are not on this machine");
            diagnostics.push(Diagnostic::new(codes::NOT_SEARCHED, message).note(advice));
        }
        Ok((packages, diagnostics))
    }

    fn not_searched(&self, missing: &[&Module]) -> Option<String> {
        let name = |module: &&Module| match &module.version {
            Some(version) => self.places.downloaded_as(&module.path, version),
            None => module.path.clone(),
        };
        let named: Vec<String> = missing.iter().take(MAX_NAMED).map(name).collect();
        let others = match missing.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            count => format!(" and {count} others"),
        };
        (!named.is_empty()).then(|| format!("not searched: {}{others}; `go mod download` gets them", named.join(", ")))
    }
}
