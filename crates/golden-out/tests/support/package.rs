//! The golden packages in testdata/rust.

use std::path::{Path, PathBuf};

use idlgen::{
    lower::{LowerOptions, Lowered, lower},
    modules::{GoEnvironment, Modules},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{DiskFileSystem, SourceMap},
};

/// Returns the directory of the packages.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rust")
}

/// Returns the schemas of a package.
pub(crate) fn lowered(package: &str) -> Lowered {
    let disk = DiskFileSystem;
    let mut sources = SourceMap::default();
    let (modules, _) = Modules::load(&disk, &folder(), &GoEnvironment::default(), &mut sources);
    let loaded = load(&modules, &[format!("./{package}")], &mut sources);
    let (model, _) = resolve(&loaded.packages, &ResolveOptions::default());
    let native_packages = vec!["example.com/golden/native".to_owned()];
    let options = LowerOptions { native_packages, ..LowerOptions::default() };
    lower(&model, &options)
}
