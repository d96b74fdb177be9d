//! The existing file at the path of an output.

use std::{
    collections::BTreeSet,
    fs::{self, File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputTarget {
    /// There is no file.
    Free,
    /// A file, which is replaced.
    File,
    /// A file with several hard links, which is overwritten in place.
    Shared,
    /// A link to a file, or a broken link. It is followed when writing.
    Link,
    /// A device or a pipe, which is written directly.
    Stream,
}

impl OutputTarget {
    /// Returns the type of the file at a path. A directory is an error.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let lies = match fs::symlink_metadata(path) {
            Ok(lies) => lies,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(OutputTarget::Free),
            Err(error) => return Err(error),
        };
        let is_link = lies.is_symlink();
        let behind = if is_link { fs::metadata(path) } else { Ok(lies) };
        match behind {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")),
            Ok(metadata) if !metadata.is_file() => Ok(OutputTarget::Stream),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ if is_link => Ok(OutputTarget::Link),
            _ => Ok(OutputTarget::File),
        }
    }
}

/// Returns `true` if a file, or the target of a link, is read-only for all users.
pub fn is_read_only(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Returns `true` if a file has several hard links.
#[cfg(unix)]
pub(super) fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.nlink() > 1)
}

/// Returns `false`: hard links are unknown on this system.
#[cfg(not(unix))]
pub(super) fn has_other_names(_path: &Path) -> bool {
    false
}

/// Returns the contents of a regular file, or `None` if it cannot be read. If the file has more than `limit` bytes,
/// returns the first `limit + 1` bytes.
pub(super) fn read(path: &Path, limit: usize) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(limit).min(limit).saturating_add(1));
    File::open(path).ok()?.take(limit as u64 + 1).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A set of files, identified independently of their paths.
#[derive(Clone, Debug, Default)]
pub(super) struct Identities {
    numbers: BTreeSet<Identity>,
    /// The paths on systems without file numbers.
    paths: BTreeSet<PathBuf>,
}

impl Identities {
    /// Creates the set of the regular files among these paths.
    pub(super) fn of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Self {
        let mut all = Identities::default();
        for path in paths {
            if let Ok(metadata) = fs::metadata(path)
                && metadata.is_file()
            {
                match Identity::of_metadata(&metadata) {
                    Some(number) => all.numbers.extend([number]),
                    None => all.paths.extend(fs::canonicalize(path)),
                }
            }
        }
        all
    }

    /// Returns `true` if the set contains the file at a path.
    pub(super) fn has(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else { return false };
        match Identity::of_metadata(&metadata) {
            Some(number) => self.numbers.contains(&number),
            None => fs::canonicalize(path).is_ok_and(|path| self.paths.contains(&path)),
        }
    }
}

/// The identity of a file or directory, independent of its paths: its file system and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// Returns the identity of the file at a path, after following links. `None` if there is none.
    pub(super) fn of(path: &Path) -> Option<Self> {
        Identity::of_metadata(&fs::metadata(path).ok()?)
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Identity(metadata.dev(), metadata.ino()))
    }

    #[cfg(not(unix))]
    fn of_metadata(_metadata: &Metadata) -> Option<Self> {
        None
    }
}
