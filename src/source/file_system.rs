//! Where bytes come from: the disk, memory, or one laid over the other.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    io,
    ops::Bound,
    path::{Path, PathBuf},
};

/// A read-only tree of files. An editor's unsaved buffers, a Git revision and a test in memory are the same thing as a
/// disk.
pub trait FileSystem: Debug + Send + Sync {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// The number of bytes of a file, so that one that is too large need not be read.
    fn size(&self, path: &Path) -> io::Result<u64> {
        self.read(path).map(|bytes| bytes.len() as u64)
    }
    /// The entries of a folder, sorted by name.
    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>>;
    /// Whether there is a file (or a link to one) at `path`.
    fn is_file(&self, path: &Path) -> bool;
    /// Whether there is a folder (or a link to one) at `path`.
    fn is_directory(&self, path: &Path) -> bool;
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryEntry {
    /// The name, without the folder.
    pub name: String,
    /// Whether it is a folder, or a link to one.
    pub is_directory: bool,
    /// Whether it is a symbolic link. Walks do not follow links to folders, which may lead in circles.
    pub is_link: bool,
}

/// The disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFileSystem;

#[expect(clippy::disallowed_methods, reason = "this is the one reader of the disk")]
impl FileSystem for DiskFileSystem {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        path.metadata().map(|metadata| metadata.len())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let kind = entry.file_type()?;
            let is_directory = if kind.is_symlink() { entry.path().is_dir() } else { kind.is_dir() };
            entries.push(DirectoryEntry { name, is_directory, is_link: kind.is_symlink() });
        }
        entries.sort();
        Ok(entries)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryFileSystem {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFileSystem {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// The files in a folder and all folders below it, relative to it. Paths are ordered by their parts, so that they
    /// lie side by side.
    fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let from = (Bound::Included(folder), Bound::Unbounded);
        self.files.range::<Path, _>(from).map_while(move |(file, _)| file.strip_prefix(folder).ok())
    }
}

impl FileSystem for MemoryFileSystem {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let mut entries: Vec<DirectoryEntry> = Vec::new();
        for rest in self.below(path) {
            let mut components = rest.components();
            let Some(first) = components.next() else { continue };
            let entry = DirectoryEntry {
                name: first.as_os_str().to_string_lossy().into_owned(),
                is_directory: components.next().is_some(),
                is_link: false,
            };
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

/// One tree over another: what the upper one has hides the lower one's.
#[derive(Debug)]
pub struct OverlayFileSystem<Upper, Lower> {
    /// Read first.
    pub upper: Upper,
    /// Read where the upper tree has nothing.
    pub lower: Lower,
}

impl<Upper: FileSystem, Lower: FileSystem> FileSystem for OverlayFileSystem<Upper, Lower> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if self.upper.is_file(path) { self.upper.read(path) } else { self.lower.read(path) }
    }

    fn size(&self, path: &Path) -> io::Result<u64> {
        if self.upper.is_file(path) { self.upper.size(path) } else { self.lower.size(path) }
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
