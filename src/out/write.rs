//! Writing to disk: only what changed, each file whole or not at all.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{Files, GENERATED_MARK};

/// What a write did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Files that are new or differ, by path below the output folder.
    pub written: Vec<String>,
    /// Number of files that were as they should be and were not touched.
    pub unchanged: usize,
    /// Files of earlier runs that are no longer generated and were removed.
    pub removed: Vec<String>,
}

/// A file that could not be read, written or removed.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub source: io::Error,
}

impl Files {
    /// Writes the files below `directory`. A file that is as it should be keeps its time of change; every other is written beside its place and moved there.
    ///
    /// # Errors
    /// The first file that could not be written; files before it have been.
    pub fn write(&self, directory: &Path) -> Result<Written, WriteError> {
        let mut written = Written::default();
        for (path, text) in self.iter() {
            let target = directory.join(path);
            if read(&target).is_some_and(|present| present == text.as_bytes()) {
                written.unchanged += 1;
                continue;
            }
            write_file(&target, text).map_err(|source| WriteError { path: target, source })?;
            written.written.push(path.to_owned());
        }
        for path in self.left_over(directory) {
            let target = directory.join(&path);
            std::fs::remove_file(&target).map_err(|source| WriteError { path: target.clone(), source })?;
            remove_empty_parents(&target, directory);
            written.removed.push(path);
        }
        Ok(written)
    }

    /// Generated files in owned folders that are not among these files.
    pub(super) fn left_over(&self, directory: &Path) -> Vec<String> {
        let mut paths = Vec::new();
        for folder in &self.owned_folders {
            walk(directory, folder, MAX_DEPTH, &mut paths);
        }
        paths.retain(|path| self.get(path).is_none() && is_generated(&directory.join(path)));
        paths.sort();
        paths.dedup();
        paths
    }
}

/// Folders below an output folder are visited this deep.
const MAX_DEPTH: usize = 64;

fn walk(directory: &Path, folder: &str, depth: usize, paths: &mut Vec<String>) {
    let Ok(entries) = list(&directory.join(folder)) else { return };
    for (name, is_directory) in entries {
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if !is_directory {
            paths.push(path);
        } else if depth > 0 {
            walk(directory, &path, depth - 1, paths);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "output folders are looked at before they are written")]
fn list(folder: &Path) -> io::Result<Vec<(String, bool)>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            entries.push((name, entry.file_type()?.is_dir()));
        }
    }
    Ok(entries)
}

/// The bytes of a file, or nothing if there is none that can be read.
#[expect(clippy::disallowed_methods, reason = "output files are compared before they are written")]
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    std::fs::read(path).ok()
}

fn is_generated(path: &Path) -> bool {
    read(path).is_some_and(|bytes| {
        let head = bytes.get(..bytes.len().min(200)).unwrap_or_default();
        String::from_utf8_lossy(head).contains(GENERATED_MARK)
    })
}

fn write_file(target: &Path, text: &str) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // A temporary file is private by default; the output is an ordinary file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(target).map_or(0o644, |present| present.permissions().mode());
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    let mut file = builder.prefix(".idlgen-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// Removes the folders that `file` was the last thing in, up to `directory`.
fn remove_empty_parents(file: &Path, directory: &Path) {
    let mut folder = file.parent();
    while let Some(current) = folder {
        if current == directory || std::fs::remove_dir(current).is_err() {
            return;
        }
        folder = current.parent();
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests look at what was written")]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_written_and_left_overs_of_ours_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = Files::default();
        files.own_folder("rust");
        files.insert("rust/a/b.rs", "// @generated by idlgen\n1\n");
        files.insert("rust/mod.rs", "// @generated by idlgen\n2\n");
        files.insert("openapi.json", "{}\n");
        let first = files.write(folder.path()).expect("writes");
        assert_eq!(first.written, ["openapi.json", "rust/a/b.rs", "rust/mod.rs"]);
        std::fs::write(folder.path().join("rust/own.rs"), "// mine").expect("writes");

        let mut fewer = Files::default();
        fewer.own_folder("rust");
        fewer.insert("rust/mod.rs", "// @generated by idlgen\n2\n");
        let second = fewer.write(folder.path()).expect("writes");
        assert_eq!(second, Written { written: vec![], unchanged: 1, removed: vec!["rust/a/b.rs".to_owned()] });
        assert!(!folder.path().join("rust/a").exists());
        assert!(folder.path().join("rust/own.rs").exists());
        assert!(folder.path().join("openapi.json").exists());
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("a.rs/x")).expect("makes it");
        let mut files = Files::default();
        files.insert("a.rs", "text");
        let error = files.write(folder.path()).expect_err("a.rs is a folder");
        assert!(error.path.ends_with("a.rs"), "{error}");
    }
}
