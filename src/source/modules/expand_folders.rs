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
        let (packages, diagnostics) = match (&self.source, self.vendor_prefix(&folder)) {
            (DependencySource::Vendor { list, .. }, Some(prefix)) => {
                let below = |path: &str| {
                    if prefix.is_empty() {
                        Some(path.to_owned())
                    } else {
                        import_path::below(path, &prefix).map(str::to_owned)
                    }
                };
                let listed =
                    list.packages.keys().filter(|path| below(path).is_some_and(|below| matching.matches(&below)));
                (listed.map(|path| self.locate(path)).collect::<Result<Vec<_>, _>>()?, Vec::new())
            }
            _ => {
                let top = self.package_at(&folder)?;
                let (found, diagnostics) = self.walk(&folder, "", &matching);
                let packages = found.iter().map(|below| PackageLocation {
                    import_path: import_path::join(&top.import_path, below),
                    directory: join(&folder, below),
                    origin: top.origin.clone(),
                });
                (packages.filter(|package| import_path::is_well_formed(&package.import_path)).collect(), diagnostics)
            }
        };
        if packages.is_empty() && diagnostics.is_empty() {
            return Err(Self::matches_nothing(pattern));
        }
        Ok((packages, diagnostics))
    }

    /// What the import paths of vendored packages in a folder begin with; empty for the vendor folder itself.
    fn vendor_prefix(&self, folder: &Path) -> Option<String> {
        let DependencySource::Vendor { directory, .. } = &self.source else { return None };
        relative(folder, directory)
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
