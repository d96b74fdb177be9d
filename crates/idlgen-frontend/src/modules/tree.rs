//! Reads files within limits, records every file that was read and every directory that was searched, and reports
//! unreadable ones.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    diag::Diagnostic,
    modules::{builtin, codes},
    source::{DirectoryEntry, FileSystem},
};

/// Maximum file size in bytes. The largest Go files in Kubernetes' API packages have 3 MB.
pub(super) const MAX_FILE_BYTES: u64 = 16 << 20;

/// A file system that records reads.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    files: &'a dyn FileSystem,
    files_read: Mutex<BTreeSet<PathBuf>>,
    folders_searched: Mutex<BTreeSet<PathBuf>>,
}

impl<'a> Tree<'a> {
    /// Creates a file system that has recorded no reads yet.
    pub(super) fn new(files: &'a dyn FileSystem) -> Self {
        Tree { files, files_read: Mutex::default(), folders_searched: Mutex::default() }
    }

    /// Returns the file system for a path. Paths of built-in files are never read from disk.
    fn holding(&self, path: &Path) -> &dyn FileSystem {
        if path.starts_with(builtin::ROOT) { builtin::declarations() } else { self.files }
    }

    /// Returns the bytes of a file within the size limit.
    pub(super) fn bytes(&self, path: &Path, shown: &Path) -> Result<Vec<u8>, Diagnostic> {
        let failed = |error: io::Error| {
            Diagnostic::new(codes::UNREADABLE, format!("{} cannot be read: {error}", shown.display()))
        };
        let files = self.holding(path);
        let bytes = files.read_up_to(path, MAX_FILE_BYTES).map_err(failed)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            let message =
                format!("{} has more than {MAX_FILE_BYTES} bytes; larger files are not read", shown.display());
            return Err(Diagnostic::new(codes::FILE_TOO_LARGE, message));
        }
        if !path.starts_with(builtin::ROOT) {
            lock(&self.files_read).insert(path.to_owned());
        }
        Ok(bytes)
    }

    /// Returns the text of a file within the size limit.
    pub(super) fn text(&self, path: &Path, shown: &Path) -> Result<String, Diagnostic> {
        String::from_utf8(self.bytes(path, shown)?).map_err(|error| not_utf8(shown, error.utf8_error().valid_up_to()))
    }

    /// Returns the text of an optional file.
    pub(super) fn text_if_any(&self, path: &Path) -> Option<String> {
        self.is_file(path).then(|| self.text(path, path).ok()).flatten()
    }

    /// Returns the entries of a directory, sorted by name.
    pub(super) fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        self.holding(path).list(path)
    }

    pub(super) fn is_file(&self, path: &Path) -> bool {
        self.holding(path).is_file(path)
    }

    pub(super) fn is_directory(&self, path: &Path) -> bool {
        self.holding(path).is_directory(path)
    }

    pub(super) fn disk(&self) -> &'a dyn FileSystem {
        self.files
    }

    pub(super) fn files_read(&self) -> Vec<PathBuf> {
        lock(&self.files_read).iter().cloned().collect()
    }

    /// Records a directory in which a new file would affect the result.
    pub(super) fn searched(&self, folder: &Path) {
        if !folder.starts_with(builtin::ROOT) {
            lock(&self.folders_searched).insert(folder.to_owned());
        }
    }

    pub(super) fn searched_directories(&self) -> Vec<PathBuf> {
        lock(&self.folders_searched).iter().cloned().collect()
    }
}

/// Reports a file that is not UTF-8 at offset `offset`.
pub(super) fn not_utf8(shown: &Path, offset: usize) -> Diagnostic {
    let message = format!("{} is not valid UTF-8 at byte {offset}", shown.display());
    Diagnostic::new(codes::NOT_UTF8, message)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns `path` relative to `base`, with `/` separators. Returns `None` if it is outside or not UTF-8.
pub(super) fn relative(path: &Path, base: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(base).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// Returns the directory at `below` (with `/` separators) in `base`.
pub(super) fn join(base: &Path, below: &str) -> PathBuf {
    let mut path = base.to_owned();
    path.extend(below.split('/').filter(|part| !part.is_empty()));
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::MemoryFileSystem;

    #[test]
    fn paths_are_compared() {
        assert_eq!(relative(Path::new("/a/b/c"), Path::new("/a")).as_deref(), Some("b/c"));
        assert_eq!(relative(Path::new("/a"), Path::new("/a")).as_deref(), Some(""));
        assert_eq!(relative(Path::new("/ab"), Path::new("/a")), None);
        assert_eq!(join(Path::new("/a"), "b/c"), Path::new("/a/b/c"));
        assert_eq!(join(Path::new("/a"), ""), Path::new("/a"));
    }

    #[test]
    fn what_cannot_be_read_is_a_diagnostic() {
        let mut files = MemoryFileSystem::default();
        files.insert("/a", "text");
        files.insert("/b", [b'a', 0xff]);
        files.insert("/c", vec![b' '; MAX_FILE_BYTES as usize + 1]);
        let tree = Tree::new(&files);
        let message = |path: &str| tree.text(Path::new(path), Path::new(path)).map_err(|diagnostic| diagnostic.message);
        assert_eq!(message("/a").as_deref(), Ok("text"));
        assert_eq!(message("/b"), Err("/b is not valid UTF-8 at byte 1".to_owned()));
        assert_eq!(message("/c"), Err("/c has more than 16777216 bytes; larger files are not read".to_owned()));
        assert_eq!(message("/d"), Err("/d cannot be read: entity not found".to_owned()));
        assert_eq!(tree.files_read(), [Path::new("/a"), Path::new("/b")]);
    }
}
