//! The module cache in the layout of the Go command (<https://go.dev/ref/mod#module-cache>): writes are atomic, and a
//! lock prevents concurrent writes of a module.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, TempDir};

use crate::modules::escape;

/// Escapes a path or version for addresses and file names.
///
/// # Errors
/// Returns an error message if it is invalid.
pub(super) fn escaped(text: &str) -> Result<String, String> {
    escape(text).ok_or_else(|| format!("{text:?} is not a valid module path or version"))
}

/// The module cache.
#[derive(Debug)]
pub(super) struct Store {
    root: PathBuf,
    is_writable: bool,
}

impl Store {
    pub(super) fn new(root: &Path, is_writable: bool) -> Self {
        Store { root: root.to_owned(), is_writable }
    }

    /// Returns the location of a module, and creates its directories.
    ///
    /// # Errors
    /// Returns an error message if the directories cannot be created.
    pub(super) fn module_paths(&self, path: &str, version: &str) -> Result<ModulePaths, String> {
        let (path, version) = (escaped(path)?, escaped(version)?);
        let download = self.root.join("cache").join("download").join(&path).join("@v");
        fs::create_dir_all(&download).map_err(said)?;
        let folder = self.root.join(format!("{path}@{version}"));
        Ok(ModulePaths { download, folder, version, is_writable: self.is_writable })
    }
}

fn said(error: impl std::fmt::Display) -> String {
    format!("the module cache cannot be used: {error}")
}

/// Module cache paths of one module version.
#[derive(Debug)]
pub(super) struct ModulePaths {
    /// The directory of downloaded files.
    download: PathBuf,
    /// The directory of extracted files.
    folder: PathBuf,
    /// The escaped module version.
    version: String,
    is_writable: bool,
}

impl ModulePaths {
    fn file(&self, suffix: &str) -> PathBuf {
        self.download.join(format!("{}.{suffix}", self.version))
    }

    /// Locks the module until the file is closed, against other processes including the Go command.
    pub(super) fn lock(&self) -> Result<File, String> {
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(self.file("lock")).map_err(said)?;
        lock.lock().map_err(said)?;
        Ok(lock)
    }

    /// Returns the go.mod, if it exists.
    #[expect(clippy::disallowed_methods, reason = "this is a file of the module cache")]
    pub(super) fn go_mod(&self) -> Result<Option<Vec<u8>>, String> {
        let path = self.file("mod");
        path.is_file().then(|| fs::read(path).map_err(said)).transpose()
    }

    /// Returns the zip if its hash file also exists, so that the download is complete.
    pub(super) fn zip(&self) -> Result<Option<File>, String> {
        let is_whole = self.file("zip").is_file() && self.file("ziphash").is_file();
        is_whole.then(|| File::open(self.file("zip")).map_err(said)).transpose()
    }

    /// Returns `true` if all files have been extracted.
    pub(super) fn is_extracted(&self) -> bool {
        self.folder.is_dir() && !self.file("partial").exists()
    }

    /// Writes a downloaded file.
    pub(super) fn write(&self, suffix: &str, bytes: &[u8]) -> Result<(), String> {
        let mut file = NamedTempFile::new_in(&self.download).map_err(said)?;
        file.write_all(bytes).map_err(said)?;
        self.persist(file, suffix)
    }

    fn persist(&self, file: NamedTempFile, suffix: &str) -> Result<(), String> {
        readable_by_all(file.path(), 0o644)?;
        file.persist(self.file(suffix)).map_err(said)?;
        Ok(())
    }

    pub(super) fn new_zip(&self) -> Result<NewZip<'_>, String> {
        Ok(NewZip { file: NamedTempFile::new_in(&self.download).map_err(said)?, paths: self })
    }

    pub(super) fn new_directory(&self) -> Result<NewDirectory<'_>, String> {
        let around = self.folder.parent().unwrap_or(&self.folder);
        fs::create_dir_all(around).map_err(said)?;
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = tempfile::Builder::new().prefix(&format!("{name}.tmp-")).tempdir_in(around).map_err(said)?;
        Ok(NewDirectory { folder, paths: self })
    }
}

/// A zip that is being downloaded. It is deleted unless it is kept.
pub(super) struct NewZip<'p> {
    file: NamedTempFile,
    paths: &'p ModulePaths,
}

impl NewZip<'_> {
    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Moves the zip to its final path and writes its hash file.
    pub(super) fn keep(self, hash: &str) -> Result<(), String> {
        self.paths.persist(self.file, "zip")?;
        self.paths.write("ziphash", hash.as_bytes())
    }
}

/// A directory that is being extracted. It is deleted unless it is kept.
pub(super) struct NewDirectory<'p> {
    folder: TempDir,
    paths: &'p ModulePaths,
}

impl NewDirectory<'_> {
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Moves the directory to its final path and makes it read-only.
    pub(super) fn keep(self) -> Result<(), String> {
        let from = self.folder.keep();
        if self.paths.folder.is_dir() && !self.paths.is_extracted() {
            // The Go command was interrupted while it extracted this directory.
            fs::remove_dir_all(&self.paths.folder).map_err(said)?;
            fs::remove_file(self.paths.file("partial")).map_err(said)?;
        }
        if let Err(error) = fs::rename(&from, &self.paths.folder) {
            let _ = fs::remove_dir_all(&from);
            if !self.paths.is_extracted() {
                return Err(said(error));
            }
        }
        let folder = &self.paths.folder;
        readable_by_all(folder, 0o755)?;
        if self.paths.is_writable { Ok(()) } else { make_read_only(folder) }
    }
}

/// Creates a file, which must not exist, with its parent directories. Calls `fill` to write the content.
pub(super) fn write_new(path: &Path, fill: impl FnOnce(&mut File) -> Result<(), String>) -> Result<(), String> {
    if let Some(around) = path.parent() {
        fs::create_dir_all(around).map_err(said)?;
    }
    let mut file = OpenOptions::new().create_new(true).write(true).open(path).map_err(said)?;
    fill(&mut file)?;
    readable_by_all(path, 0o444)
}

/// Truncates a file to zero bytes.
pub(super) fn empty(file: &mut File) -> Result<(), String> {
    file.set_len(0).map_err(said)?;
    file.seek(SeekFrom::Start(0)).map_err(said)?;
    Ok(())
}

/// Makes directories read-only, inner ones first.
#[expect(clippy::disallowed_methods, reason = "these are folders that this module has just made")]
fn make_read_only(folder: &Path) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(said)? {
        let entry = entry.map_err(said)?;
        if entry.file_type().map_err(said)?.is_dir() {
            make_read_only(&entry.path())?;
        }
    }
    readable_by_all(folder, 0o555)
}

#[cfg(unix)]
fn readable_by_all(path: &Path, mode: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(said)
}

#[cfg(not(unix))]
fn readable_by_all(_: &Path, _: u32) -> Result<(), String> {
    Ok(())
}
