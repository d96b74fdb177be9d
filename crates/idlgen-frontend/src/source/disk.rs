//! The disk.

use std::{
    collections::BTreeSet,
    fs::{self, File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use super::{
    DirectoryEntry, FileSystem,
    file_system::{MAX_BYTES, limited},
};

/// Reads files from disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFileSystem;

#[expect(clippy::disallowed_methods, reason = "this is the only reader of the disk")]
impl FileSystem for DiskFileSystem {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        // Opening a pipe could block, so its type is checked first.
        is_regular(&fs::metadata(path)?)?;
        let file = open_without_waiting(path)?;
        let metadata = file.metadata()?;
        is_regular(&metadata)?;
        up_to(file, metadata.len(), limit)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let is_directory = if kind.is_symlink() { entry.path().is_dir() } else { kind.is_dir() };
            entries.push(DirectoryEntry::new(&entry.file_name(), is_directory, kind.is_symlink()));
        }
        entries.sort();
        Ok(entries)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn is_directory(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

impl DiskFileSystem {
    /// Returns file metadata that changes with the file, or `None` if the file does not exist.
    pub fn stamp(&self, path: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok()?;
        Some(Stamp { modified: metadata.modified().ok(), bytes: metadata.len() })
    }

    /// Returns `true` if there is anything at a path, including a broken link or a pipe.
    pub fn is_taken(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok()
    }
}

/// File metadata that reveals changes without reading the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

/// Reads files from disk and records their paths.
#[derive(Debug, Default)]
pub struct RecordedDisk {
    read: Mutex<BTreeSet<PathBuf>>,
}

impl RecordedDisk {
    /// Creates an empty record.
    pub const fn new() -> Self {
        RecordedDisk { read: Mutex::new(BTreeSet::new()) }
    }

    /// Reads a file named by the user, up to [`MAX_BYTES`]. In addition to regular files, supports an inherited file
    /// descriptor: `/dev/stdin`, or a path like `/dev/fd/63`, which a shell creates for `<(...)`. Also supports
    /// `/dev/null`, the usual way to specify an empty file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has another type, or is larger.
    pub fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        if !is_given(path) {
            return self.read(path);
        }
        self.remember(path);
        limited(up_to(File::open(path)?, 0, MAX_BYTES)?)
    }

    /// Reads standard input, up to [`MAX_BYTES`].
    ///
    /// # Errors
    /// Returns an error if standard input cannot be read, or is larger.
    pub fn read_standard_input(&self) -> io::Result<Vec<u8>> {
        // If this path exists, it refers to the same file.
        self.remember(Path::new("/dev/stdin"));
        limited(up_to(io::stdin().lock(), 0, MAX_BYTES)?)
    }

    fn remember(&self, path: &Path) {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }

    /// Returns the files that were read, sorted by path.
    pub fn files_read(&self) -> Vec<PathBuf> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl FileSystem for RecordedDisk {
    fn read_up_to(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.remember(path);
        DiskFileSystem.read_up_to(path, limit)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirectoryEntry>> {
        DiskFileSystem.list(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        DiskFileSystem.real_path(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        DiskFileSystem.is_file(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        DiskFileSystem.is_directory(path)
    }
}

/// Returns `true` if a path refers to an inherited file descriptor.
fn is_given(path: &Path) -> bool {
    ["/dev/null", "/dev/stdin"].iter().any(|given| path == Path::new(given))
        || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| {
            path.strip_prefix(folder).is_ok_and(|name| {
                name.to_str().is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
            })
        })
}

/// Opens a file for reading without blocking. Some system files, such as `/proc/kmsg`, claim to be regular but are
/// endless; reading beyond their current content is an error then.
fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    // The value of O_NONBLOCK on these architectures.
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "x86", target_arch = "arm")
    ))]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(0o4000);
    }
    options.open(path)
}

/// Reads a file with the reported size `length`, up to one byte more than `limit`. Allocates one byte more than the
/// size, so that the read that detects the end fits, which avoids most system calls.
fn up_to(file: impl Read, length: u64, limit: u64) -> io::Result<Vec<u8>> {
    let limit = limit.saturating_add(1);
    let room = usize::try_from(length.saturating_add(1).min(limit)).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room);
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns an error for files that cannot be read from start to end.
fn is_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let reason = format!("it is {}, and only regular files are read", kind(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

fn kind(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() {
        return "a directory";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a named pipe";
        } else if kind.is_socket() {
            return "a socket";
        }
    }
    "a device"
}

#[cfg(all(test, unix))]
#[expect(clippy::disallowed_methods, reason = "the tests prepare what is read")]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read_and_never_more_than_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).expect("binds");
        std::os::unix::fs::symlink("/dev/zero", at("zero")).expect("links");
        fs::write(at("file"), "12345").expect("writes");
        // A sparse file, which is larger than memory but takes no space on disk.
        File::create(at("large")).and_then(|file| file.set_len(1 << 40)).expect("makes it");
        let read = |name: &str| DiskFileSystem.read(&at(name)).map_err(|error| error.to_string());
        let only = |kind: &str| Err(format!("it is {kind}, and only regular files are read"));
        assert_eq!(read("file"), Ok(b"12345".to_vec()));
        assert_eq!(read("zero"), only("a device"));
        assert_eq!(read("socket"), only("a socket"));
        assert_eq!(read("."), only("a directory"));
        assert_eq!(
            read("large"),
            Err("it has more than 67108864 bytes; larger files are not read; split it".to_owned())
        );
        assert_eq!(DiskFileSystem.read_up_to(&at("file"), 3).expect("reads"), b"1234");
        assert_eq!(RecordedDisk::new().read_named(Path::new("/dev/null")).expect("reads"), b"");
        assert!(RecordedDisk::new().read_named(Path::new("/dev/zero")).is_err());
        assert!(DiskFileSystem.read(Path::new("/proc/kmsg")).is_err(), "it would wait for the system's next message");
    }

    #[test]
    fn directories_and_links_are_told_apart() {
        let folder = tempfile::tempdir().expect("a directory");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("directory")).expect("creates");
        fs::write(at("file"), "1").expect("writes");
        for (target, link) in [("directory", "link-d"), ("file", "link-f"), ("none", "link-n")] {
            std::os::unix::fs::symlink(at(target), at(link)).expect("links");
        }
        let disk = RecordedDisk::new();
        let real = disk.real_path(&at("directory")).expect("is there");
        for (name, is_file, is_directory, is_link, is_there) in [
            ("directory", false, true, false, true),
            ("file", true, false, false, true),
            ("link-d", false, true, true, true),
            ("link-f", true, false, true, true),
            ("link-n", false, false, true, false),
        ] {
            let path = at(name);
            assert_eq!(disk.is_file(&path), is_file, "{name}");
            assert_eq!(disk.is_directory(&path), is_directory, "{name}");
            let entries = disk.list(folder.path()).expect("lists");
            let entry = entries.iter().find(|entry| entry.name == name).expect("is listed");
            assert_eq!((entry.is_directory, entry.is_link), (is_directory, is_link), "{name}");
            assert_eq!(entry.path(folder.path()), path);
            assert!(DiskFileSystem.is_taken(&path), "{name}");
            assert_eq!(DiskFileSystem.stamp(&path).is_some(), is_there, "{name}");
        }
        assert_eq!(disk.real_path(&at("link-d")).expect("is there"), real);
        assert!(disk.real_path(&at("link-n")).is_err());
        assert!(!DiskFileSystem.is_taken(&at("none")));
        assert!(disk.list(&at("file")).is_err());
    }

    #[test]
    fn a_stamp_changes_with_the_file() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("file");
        fs::write(&path, "1").expect("writes");
        let first = DiskFileSystem.stamp(&path);
        assert_eq!(DiskFileSystem.stamp(&path), first);
        fs::write(&path, "12").expect("writes");
        assert_ne!(DiskFileSystem.stamp(&path), first);
    }

    #[test]
    fn the_files_that_were_read_are_recorded() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("file");
        fs::write(&path, "1").expect("writes");
        let disk = RecordedDisk::new();
        assert_eq!(disk.read(&path).expect("reads"), b"1");
        assert!(disk.read_named(&folder.path().join("another")).is_err());
        assert_eq!(disk.read_named(Path::new("/dev/null")).expect("reads"), b"");
        assert_eq!(
            disk.files_read(),
            [Path::new("/dev/null"), &folder.path().join("another"), &path].map(Path::to_owned)
        );
    }

    #[test]
    fn file_descriptors_are_recognized_by_their_path() {
        for (path, expected) in [
            ("/dev/null", true),
            ("/dev/stdin", true),
            ("/dev/fd/63", true),
            ("/proc/self/fd/0", true),
            ("/dev/fd/", false),
            ("/dev/fd/6x", false),
            ("/dev/fd/1/2", false),
            ("/dev/stdout", false),
            ("/proc/self/0", false),
            ("dev/null", false),
        ] {
            assert_eq!(is_given(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn standard_input_is_read_and_recorded() {
        const IS_CHILD: &str = "IDLGEN_TEST_STANDARD_INPUT";
        if std::env::var_os(IS_CHILD).is_some() {
            let disk = RecordedDisk::new();
            assert_eq!(disk.read_standard_input().expect("reads"), b"12345");
            assert_eq!(disk.files_read(), [Path::new("/dev/stdin")]);
            return;
        }
        // The test runs itself with another standard input.
        let folder = tempfile::tempdir().expect("a directory");
        fs::write(folder.path().join("file"), "12345").expect("writes");
        let child = std::process::Command::new(std::env::current_exe().expect("is known"))
            .args(["--exact", "source::disk::tests::standard_input_is_read_and_recorded"])
            .env(IS_CHILD, "1")
            .stdin(File::open(folder.path().join("file")).expect("opens"))
            .output()
            .expect("runs");
        let printed = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && printed.contains("1 passed"), "{printed}");
    }
}
