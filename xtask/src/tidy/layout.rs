//! How modules are laid out.

use std::path::Path;

use super::files::File;

pub(super) fn check(_: &Path, files: &[File]) -> Result<Vec<String>, String> {
    Ok(files
        .iter()
        .filter(|file| file.path.ends_with("/mod.rs") && !file.path.contains("testdata/"))
        .map(|file| format!("{}: a module is a file of its name, with a folder of its name beside it", file.path))
        .collect())
}
