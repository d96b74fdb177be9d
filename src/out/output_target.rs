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

/// Returns `true` if there is a regular file with exactly these contents. The file is read in parts, and not at all if
/// its size differs.
pub(super) fn has_contents(path: &Path, contents: &[u8]) -> bool {
    let same_size = |metadata: Metadata| metadata.is_file() && metadata.len() == contents.len() as u64;
    fs::metadata(path).is_ok_and(same_size) && File::open(path).is_ok_and(|file| reads_as(file, contents))
}

/// Returns `true` if a reader returns exactly these bytes.
fn reads_as(mut reader: impl Read, mut expected: &[u8]) -> bool {
    let mut part = [0; 16 * 1024];
    loop {
        match reader.read(&mut part) {
            Ok(0) => return expected.is_empty(),
            Ok(length) => match part.get(..length).and_then(|read| expected.strip_prefix(read)) {
                Some(rest) => expected = rest,
                None => return false,
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the tests prepare what is compared")]
mod tests {
    use super::*;

    #[test]
    fn contents_are_compared_in_parts() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let contents: Vec<u8> = (0..50_000_u32).flat_map(u32::to_le_bytes).collect();
        assert!(!has_contents(&path, &contents), "there is no file");
        fs::write(&path, &contents).unwrap();
        assert!(has_contents(&path, &contents));
        assert!(!has_contents(&path, &contents[1..]), "a byte longer");
        let mut other = contents;
        *other.last_mut().unwrap() ^= 1;
        assert!(!has_contents(&path, &other), "the last byte differs");
        assert!(!has_contents(directory.path(), b""), "a directory");
    }

    #[test]
    fn a_file_that_changes_meanwhile_differs() {
        assert!(reads_as(&b"abc"[..], b"abc"));
        assert!(!reads_as(&b"abcd"[..], b"abc"), "longer than its size");
        assert!(!reads_as(&b"ab"[..], b"abc"), "shorter than its size");
    }
}
