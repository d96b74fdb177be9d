//! Patterns that name folders: `./api/v1`, `./...`, `/home/me/project/api/...`.

use std::path::Path;

use super::{
    Modules, PackageLocation,
    dependencies::DependencySource,
    expand::Expansion,
    import_path,
    pattern::Pattern,
    tree::{join, relative},
    walk::is_walked,
};
use crate::diag::{Diagnostic, codes::source as codes};

impl Modules<'_> {
    pub(super) fn package_of_folder(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let folder = self.folder(pattern);
        if !self.tree.is_directory(&folder) {
            return Err(self.no_folder(pattern, &folder));
        }
        let package = self.package_at(&folder)?;
        if !self.has_counting_file(&folder) {
            return Err(self.no_go_files(pattern, &folder));
        }
        Ok((vec![package], Vec::new()))
    }

    pub(super) fn packages_of_folders(&self, pattern: &str) -> Result<Expansion, Diagnostic> {
        let (literal, wild) = pattern.split_at(pattern.find("...").unwrap_or(pattern.len()));
        let (start, tail) = literal.rsplit_once('/').unwrap_or((".", literal));
        let folder = self.folder(if start.is_empty() { "/" } else { start });
        if !self.tree.is_directory(&folder) {
            return Err(self.no_folder(start, &folder));
        }
        let name = Path::new(start).file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| !is_walked(name)) {
            return Err(Self::matches_nothing(pattern));
        }
        let matching = Pattern::new(&format!("{tail}{wild}"));
        let (packages, diagnostics) = if let Some(vendored) = self.vendored_in(&folder) {
            let matching = vendored.iter().filter(|(below, _)| matching.matches(below));
            (matching.map(|(_, path)| self.locate(path)).collect::<Result<Vec<_>, _>>()?, Vec::new())
        } else {
            let top = self.package_at(&folder)?;
            let (found, diagnostics) = self.walk(&folder, "", &matching);
            let packages = found.iter().map(|below| PackageLocation {
                import_path: import_path::join(&top.import_path, below),
                directory: join(&folder, below),
                origin: top.origin.clone(),
            });
            (packages.filter(|package| import_path::is_well_formed(&package.import_path)).collect(), diagnostics)
        };
        if packages.is_empty() && diagnostics.is_empty() {
            return Err(Self::matches_nothing(pattern));
        }
        Ok((packages, diagnostics))
    }

    /// The packages that modules.txt lists in a folder of the vendor folder: their paths below it and their import paths. `None` for other folders.
    fn vendored_in(&self, folder: &Path) -> Option<Vec<(String, String)>> {
        let DependencySource::Vendor { directory, list } = &self.source else { return None };
        let prefix = relative(folder, directory)?;
        let below = |path: &String| match prefix.as_str() {
            "" => Some((path.clone(), path.clone())),
            prefix => Some((import_path::below(path, prefix)?.to_owned(), path.clone())),
        };
        Some(list.packages.keys().filter_map(below).collect())
    }

    fn no_folder(&self, pattern: &str, folder: &Path) -> Diagnostic {
        let diagnostic = Diagnostic::new(codes::NO_PACKAGE, format!("there is no folder `{pattern}`"));
        let nearest = folder.parent().zip(folder.file_name()).and_then(|(parent, name)| {
            let name = self.nearest_folder(parent, name.to_str()?)?;
            Some(self.as_pattern(&parent.join(name)))
        });
        match nearest {
            Some(nearest) => diagnostic.note(format!("did you mean `{nearest}`?")),
            None => diagnostic,
        }
    }

    fn as_pattern(&self, folder: &Path) -> String {
        match relative(folder, &self.places.directory) {
            Some(below) if below.is_empty() => ".".to_owned(),
            Some(below) => format!("./{below}"),
            None => folder.display().to_string(),
        }
    }
}
