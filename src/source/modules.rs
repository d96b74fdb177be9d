//! Where Go packages lie, without the Go toolchain: go.mod, go.work, vendor folders, the module cache, and the patterns by which people name packages.

mod environment;
mod location;

use std::path::{Path, PathBuf};

pub use environment::{Dependencies, GoEnvironment, Workspace};
pub use location::{GoSource, PackageLocation, PackageOrigin};

use super::{FileSystem, SourceMap};
use crate::diag::Diagnostic;

/// The modules of a run, and the way from patterns and import paths to files.
#[derive(Debug)]
pub struct Modules<'a> {
    files: &'a dyn FileSystem,
}

impl<'a> Modules<'a> {
    /// Reads go.mod, go.work and vendor/modules.txt as they count for `directory`.
    pub fn load(
        files: &'a dyn FileSystem,
        directory: &Path,
        environment: &GoEnvironment,
        sources: &mut SourceMap,
    ) -> (Self, Vec<Diagnostic>) {
        let _ = (directory, environment, sources);
        (Modules { files }, Vec::new())
    }

    /// Exactly these modules (path and version) from the module cache and the environment's overrides, without a main module.
    pub fn from_versions(files: &'a dyn FileSystem, versions: &[(&str, &str)], environment: &GoEnvironment) -> Self {
        let _ = (versions, environment);
        Modules { files }
    }

    /// The packages that the patterns name: in the order of the patterns, each package once.
    pub fn expand(&self, patterns: &[String]) -> (Vec<PackageLocation>, Vec<Diagnostic>) {
        let _ = patterns;
        (Vec::new(), Vec::new())
    }

    /// The package of an import path. The diagnostic of a package that is not found has no place; the caller knows the import.
    pub fn locate(&self, import_path: &str) -> Result<PackageLocation, Diagnostic> {
        Ok(PackageLocation {
            import_path: import_path.to_owned(),
            directory: PathBuf::new(),
            origin: PackageOrigin::Standard,
        })
    }

    /// The files of a package that count, in order of name: build constraints applied, tests left out.
    pub fn go_files(&self, package: &PackageLocation) -> (Vec<GoSource>, Vec<Diagnostic>) {
        let _ = (package, self.files);
        (Vec::new(), Vec::new())
    }

    /// Every file that was read, in order of path: Go files, go.mod, go.work, vendor/modules.txt.
    pub fn files_read(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}
