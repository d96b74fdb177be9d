//! The packages that `--go` names.

use std::path::{Path, PathBuf};

use super::preparation::{absolute, find};
use crate::{
    cli::arguments::GlobalArguments,
    source::{DiskFileSystem, FileSystem},
};

/// The patterns of `--go`, and the folder that they are read from. Folders are relative to the current folder, whatever
/// -C is. A folder that exists is taken as such, whatever its spelling; the module it lies in is then the one that
/// counts, so that no -C is needed. With one, the idlgen.toml there counts before that of the packages.
pub(super) fn go_packages(packages: &[String], global: &GlobalArguments) -> (GlobalArguments, Vec<String>) {
    let mut directory = None;
    let mut patterns = Vec::new();
    for package in packages {
        let (folder, suffix) = match package.strip_suffix("/...") {
            Some(folder) => (folder, "/..."),
            None => (package.as_str(), ""),
        };
        let shown = |folder: &Path| format!("{}{suffix}", absolute(folder).display());
        let path = PathBuf::from(folder);
        if DiskFileSystem.is_directory(&path) {
            if directory.is_none() {
                patterns.push(format!(".{suffix}"));
                directory = Some(path);
            } else {
                patterns.push(shown(&path));
            }
        } else if folder.starts_with('.') && global.directory != Path::new(".") {
            patterns.push(shown(&path));
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
