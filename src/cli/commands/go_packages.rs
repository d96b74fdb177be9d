//! The packages that `--go` names.

use std::path::{Path, PathBuf};

use super::preparation::{absolute, find};
use crate::{
    cli::arguments::GlobalArguments,
    source::{DiskFileSystem, FileSystem},
};

/// The patterns of `--go`, and the folder that they are read from: like those of packages, they are relative to -C. A
/// folder that exists is taken as such, whatever its spelling; the module it lies in is then the one that counts, so
/// that no -C is needed. With one, the idlgen.toml there counts before that of the packages.
pub(super) fn go_packages(packages: &[String], global: &GlobalArguments) -> (GlobalArguments, Vec<String>) {
    let mut directory = None;
    let mut patterns = Vec::new();
    for package in packages {
        let (folder, suffix) = match package.strip_suffix("/...") {
            Some(folder) => (folder, "/..."),
            None => (package.as_str(), ""),
        };
        let is_here = global.directory == Path::new(".");
        let path = if is_here { PathBuf::from(folder) } else { global.directory.join(folder) };
        if DiskFileSystem.is_directory(&path) {
            if directory.is_none() {
                patterns.push(format!(".{suffix}"));
                directory = Some(path);
            } else {
                patterns.push(format!("{}{suffix}", absolute(&path).display()));
            }
        } else {
            patterns.push(package.clone());
        }
    }
    let mut global = global.clone();
    if let Some(directory) = directory {
        if global.config.is_none() && global.directory != Path::new(".") {
            global.config = find(&global.directory);
        }
        global.directory = directory;
    }
    (global, patterns)
}
