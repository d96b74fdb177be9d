//! The layout of module files.

use super::files::File;

pub(super) fn check(files: &[File]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.path.ends_with("/mod.rs") && !file.path.contains("testdata/"))
        .map(|file| format!("{}: a module is a file of its name, with a folder of its name beside it", file.path))
        .collect()
}
