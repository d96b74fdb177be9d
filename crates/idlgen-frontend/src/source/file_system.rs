//! Sources of files: memory, the disk (`disk`), or an overlay of one source on another.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt::{Debug, Display},
    io,
    ops::Bound,
    path::{Path, PathBuf},
};

/// A read-only file tree: the disk, unsaved buffers of an editor, a Git revision, or memory in a test.
pub trait FileSystem: Debug + Send + Sync {
    /// Reads a file. If the file is larger than `limit`, reads only `limit + 1` bytes, so that memory use is limited.
    /// For anything but a regular file (a pipe, a device), returns an error, because reading it could block.
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;
    /// Returns the bytes of a file. Returns an error if there are more than [`MAX_BYTES`].
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        limited(self.read_up_to(path, MAX_BYTES)?)
    }
    /// Returns the entries of a directory, sorted by name.
    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>>;
    /// Returns the path with links resolved.
    ///
    /// # Errors
    /// Returns an error if the file does not exist.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_path_buf())
    }
    /// Returns `true` if there is a file (or a link to one) at `path`.
    fn is_file(&self, path: &Path) -> bool;
    /// Returns `true` if there is a directory (or a link to one) at `path`.
    fn is_directory(&self, path: &Path) -> bool;
}

/// The maximum size of a file: 64 MiB.
pub const MAX_BYTES: u64 = 64 << 20;

/// Returns the bytes, or an error if there are more than [`MAX_BYTES`].
pub(super) fn limited(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!(
            "it has more than {MAX_BYTES} bytes; larger files are not read; split it"
        )));
    }
    Ok(bytes)
}

/// Returns the contents as a string, or an error as a sentence. `shown` is the name of the source in the error.
pub fn text(shown: impl Display, bytes: io::Result<Vec<u8>>) -> Result<String, String> {
    let bytes = bytes.map_err(|error| format!("{shown}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{shown}: it is not UTF-8"))
}

/// A file or a directory in a listed directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryEntry {
    /// The name, without the directory. Invalid UTF-8 is replaced by U+FFFD.
    pub name: String,
    /// The name in the encoding of the operating system, if it is not UTF-8.
    pub system_name: Option<OsString>,
    /// `true` for a directory or a link to one.
    pub is_directory: bool,
    /// `true` for a symbolic link. Searches do not follow links to directories, which may be cyclic.
    pub is_link: bool,
}

impl DirectoryEntry {
    pub(crate) fn new(name: &OsStr, is_directory: bool, is_link: bool) -> Self {
        let system_name = name.to_str().is_none().then(|| name.to_owned());
        DirectoryEntry { name: name.to_string_lossy().into_owned(), system_name, is_directory, is_link }
    }

    /// Returns the path of the entry in the listed directory. Uses the original name if it is not UTF-8.
    pub fn path(&self, folder: &Path) -> PathBuf {
        match &self.system_name {
            Some(name) => folder.join(name),
            None => folder.join(&self.name),
        }
    }
}

/// A file system in memory, for tests and for callers without files.
#[derive(Clone, Debug, Default)]
pub struct MemoryFileSystem {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFileSystem {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// Returns the files in a directory and all its subdirectories, relative to it. Paths are sorted by their parts, so
    /// that files of the same directory are adjacent.
    fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let from = (Bound::Included(folder), Bound::Unbounded);
        self.files.range::<Path, _>(from).map_while(move |(file, _)| file.strip_prefix(folder).ok())
    }
}

impl FileSystem for MemoryFileSystem {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.files.get(path).ok_or(io::ErrorKind::NotFound)?;
        let end = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1).min(bytes.len());
        Ok(bytes.get(..end).unwrap_or_default().to_vec())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let mut entries: Vec<DirectoryEntry> = Vec::new();
        for rest in self.below(path) {
            let mut components = rest.components();
            let Some(first) = components.next() else { continue };
            let entry = DirectoryEntry::new(first.as_os_str(), components.next().is_some(), false);
            if entries.last() != Some(&entry) {
                entries.push(entry);
            }
        }
        if entries.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        entries.sort();
        entries.dedup();
        Ok(entries)
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.below(path).any(|rest| !rest.as_os_str().is_empty())
    }
}

/// An overlay of one file tree on another: files of the upper tree hide those of the lower one.
#[derive(Debug)]
pub struct OverlayFileSystem<Upper, Lower> {
    /// The upper tree, which is read first.
    pub upper: Upper,
    /// The lower tree, for files that the upper tree does not have.
    pub lower: Lower,
}

impl<Upper: FileSystem, Lower: FileSystem> FileSystem for OverlayFileSystem<Upper, Lower> {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let has = if self.upper.is_file(path) { &self.upper as &dyn FileSystem } else { &self.lower };
        has.read_up_to(path, limit)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        match (self.upper.list(path), self.lower.list(path)) {
            (Ok(upper), Ok(lower)) => {
                let by_name: BTreeMap<String, DirectoryEntry> =
                    lower.into_iter().chain(upper).map(|entry| (entry.name.clone(), entry)).collect();
                Ok(by_name.into_values().collect())
            }
            (Ok(entries), Err(_)) | (Err(_), Ok(entries)) => Ok(entries),
            (Err(error), Err(_)) => Err(error),
        }
    }

    fn is_file(&self, path: &Path) -> bool {
        self.upper.is_file(path) || self.lower.is_file(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        self.upper.is_directory(path) || self.lower.is_directory(path)
    }
}
