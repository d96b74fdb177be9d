//! The packages of `--go`.

use std::path::{Path, PathBuf};

use super::preparation::find;
use crate::{
    cli::arguments::GlobalArguments,
    source::{DiskFileSystem, FileSystem, absolute},
};

/// Returns the directory for reading the packages of `--go`, and their patterns. Patterns are relative to -C. An
/// existing directory is treated as a directory, even if it looks like an import path; without -C, its own module is
/// used. With -C, the idlgen.toml there takes precedence over that of the packages.
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
