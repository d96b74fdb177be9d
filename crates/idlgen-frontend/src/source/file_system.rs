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

/// Returns the contents as a string, or an error as a sentence. `shown` is the name of the source in the error. Decodes
/// UTF-16 if there is a byte order mark, as kubectl does.
pub fn text(shown: impl Display, bytes: io::Result<Vec<u8>>) -> Result<String, String> {
    let bytes = bytes.map_err(|error| format!("{shown}: {error}"))?;
    match bytes.as_slice() {
        [0xff, 0xfe, units @ ..] => return Ok(utf_16(units, u16::from_le_bytes)),
        [0xfe, 0xff, units @ ..] => return Ok(utf_16(units, u16::from_be_bytes)),
        _ => {}
    }
    String::from_utf8(bytes).map_err(|_| format!("{shown}: it is not UTF-8"))
}

/// Decodes UTF-16. Invalid code units are replaced by U+FFFD.
fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks(2).map(|pair| match *pair {
        [first, second] => unit([first, second]),
        // The second byte is missing. A lone surrogate is invalid, too.
        _ => 0xd800,
    });
    char::decode_utf16(units).map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> MemoryFileSystem {
        let mut tree = MemoryFileSystem::default();
        for (path, text) in files {
            tree.insert(*path, *text);
        }
        tree
    }

    fn names(files: &dyn FileSystem, folder: &str) -> Result<String, io::ErrorKind> {
        let entries = files.list(Path::new(folder)).map_err(|error| error.kind())?;
        let shown = entries.iter().map(|entry| format!("{}{}", entry.name, if entry.is_directory { "/" } else { "" }));
        Ok(shown.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn memory_has_files_and_the_directories_above_them() {
        let files = tree(&[("/a/b/c.go", "12345"), ("/a/b.go", ""), ("/a/b/d/e.go", "")]);
        assert_eq!(names(&files, "/a"), Ok("b/ b.go".to_owned()));
        assert_eq!(names(&files, "/a/b"), Ok("c.go d/".to_owned()));
        assert_eq!(names(&files, "/a/b.go"), Err(io::ErrorKind::NotFound));
        assert_eq!(names(&files, "/none"), Err(io::ErrorKind::NotFound));
        for (path, is_file, is_directory) in
            [("/a", false, true), ("/a/b.go", true, false), ("/a/b", false, true), ("/a/bb", false, false)]
        {
            assert_eq!(files.is_file(Path::new(path)), is_file, "{path}");
            assert_eq!(files.is_directory(Path::new(path)), is_directory, "{path}");
        }
        let read = |limit| files.read_up_to(Path::new("/a/b/c.go"), limit).map_err(|error| error.kind());
        // One byte more shows that the file is larger.
        assert_eq!(read(3), Ok(b"1234".to_vec()));
        assert_eq!(read(5), Ok(b"12345".to_vec()));
        assert_eq!(files.real_path(Path::new("/a/../b")).expect("a path"), Path::new("/a/../b"));
    }

    #[test]
    fn the_upper_tree_hides_files_of_the_lower_one() {
        let upper = tree(&[("/a/both.go", "upper"), ("/a/up/x.go", "x")]);
        let lower = tree(&[("/a/both.go", "lower"), ("/a/low.go", "low"), ("/b/y.go", "y")]);
        let both = OverlayFileSystem { upper, lower };
        let read = |path: &str| both.read(Path::new(path)).map_err(|error| error.kind());
        assert_eq!(read("/a/both.go"), Ok(b"upper".to_vec()));
        assert_eq!(read("/a/low.go"), Ok(b"low".to_vec()));
        assert_eq!(read("/a/none.go"), Err(io::ErrorKind::NotFound));
        assert_eq!(names(&both, "/a"), Ok("both.go low.go up/".to_owned()));
        assert_eq!(names(&both, "/a/up"), Ok("x.go".to_owned()));
        assert_eq!(names(&both, "/b"), Ok("y.go".to_owned()));
        assert_eq!(names(&both, "/c"), Err(io::ErrorKind::NotFound));
        for (path, is_file, is_directory) in [
            ("/a/both.go", true, false),
            ("/a/low.go", true, false),
            ("/a/up/x.go", true, false),
            ("/a/up", false, true),
            ("/b", false, true),
            ("/c", false, false),
        ] {
            assert_eq!(both.is_file(Path::new(path)), is_file, "{path}");
            assert_eq!(both.is_directory(Path::new(path)), is_directory, "{path}");
        }
    }

    #[test]
    fn errors_name_what_was_read() {
        assert_eq!(text("a.go", Ok(b"\xc3\xa9".to_vec())), Ok("é".to_owned()));
        assert_eq!(text("a.go", Ok(b"\xc3".to_vec())), Err("a.go: it is not UTF-8".to_owned()));
        assert_eq!(text("a.go", Err(io::Error::other("no"))), Err("a.go: no".to_owned()));
    }

    #[test]
    fn utf_16_is_decoded_if_it_has_a_byte_order_mark() {
        let little: &[u8] = b"\xff\xfea\0\xe9\0\x3d\xd8\x00\xde";
        let big: &[u8] = b"\xfe\xff\0a\0\xe9\xd8\x3d\xde\x00";
        for bytes in [little, big] {
            assert_eq!(text("a.yaml", Ok(bytes.to_vec())), Ok("aé😀".to_owned()));
        }
        // Half of a code unit and half of a character.
        assert_eq!(text("a.yaml", Ok(b"\xff\xfea\0b".to_vec())), Ok("a\u{fffd}".to_owned()));
        assert_eq!(text("a.yaml", Ok(b"\xff\xfe\x3d\xd8a\0".to_vec())), Ok("\u{fffd}a".to_owned()));
        assert_eq!(text("a.yaml", Ok(b"\xff\xfe".to_vec())), Ok(String::new()));
    }
}
