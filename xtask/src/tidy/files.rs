//! The files of the project.

use std::{fs, path::Path};

/// Directories without handwritten files.
const SKIPPED: &[&str] = &[".git", "target"];

/// A text file of the project.
pub(super) struct File {
    /// The path from the root, with `/` as separator.
    pub(super) path: String,
    pub(super) text: String,
}

impl File {
    /// Returns `true` if it is Rust source.
    pub(super) fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }

    /// Returns `true` if its name ends in `.` and this extension.
    pub(super) fn has_extension(&self, letters: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == letters)
    }
}

/// Returns every text file, sorted by path.
pub(super) fn of_the_project(root: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    files.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(&path, &format!("{prefix}{name}/"), files)?;
            }
        } else if name != ".git"
            && let Ok(text) = fs::read_to_string(&path)
        {
            files.push(File { path: format!("{prefix}{name}"), text });
        }
    }
    Ok(())
}
