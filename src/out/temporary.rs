//! Temporary files, which are moved to their destinations when complete.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile, TempPath};

use super::lock::Locks;

/// Prefix and suffix of their names.
const NAME: (&str, &str) = (".idlgen-", ".tmp");

/// Writes `text` to a temporary file next to `target` and flushes it to disk.
pub(super) fn stage(target: &Path, text: &str) -> io::Result<TempPath> {
    flush(write(target, text)?)
}

pub(super) fn flush(file: NamedTempFile) -> io::Result<TempPath> {
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Writes `text` to a temporary file next to `target`. The file must be [flushed](flush) afterwards. If there are
/// several files, it is faster to write all of them before flushing the first one, because flushing a file also flushes
/// much of the others.
pub(super) fn write(target: &Path, text: &str) -> io::Result<NamedTempFile> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has permissions to set"))]
    let mut builder = builder();
    // A temporary file is private by default; the output is an ordinary file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(target).map_or(0o644, |present| present.permissions().mode());
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(directory_of(target)).map_err(without_temporary_path)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Creates a hard link next to a file, or a copy if the file system has no hard links.
pub(super) fn second_name(target: &Path) -> io::Result<TempPath> {
    let (builder, folder) = (builder(), directory_of(target));
    let named = builder.make_in(folder, |path| fs::hard_link(target, path));
    Ok(named.or_else(|_| builder.make_in(folder, |path| fs::copy(target, path).map(drop)))?.into_temp_path())
}

/// Removes the name of the temporary file from an error: messages contain the path of the destination.
fn without_temporary_path(error: io::Error) -> io::Error {
    // The crate adds it at the end.
    match error.to_string().rsplit_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    builder
}

/// Removes temporary files of killed runs in a directory, unless another run may be active there.
pub(super) fn clean(folder: &Path, locks: &Locks) {
    let Ok(names) = super::stale_files::list(folder) else { return };
    let mut left = names.into_iter().filter(|(name, is_folder)| !is_folder && is_temporary(name)).peekable();
    if left.peek().is_some() && locks.has_alone(folder) {
        for (name, _) in left {
            let path = folder.join(name);
            if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

fn is_temporary(name: &str) -> bool {
    let middle = name.strip_prefix(NAME.0).and_then(|rest| rest.strip_suffix(NAME.1));
    middle.is_some_and(|middle| middle.len() == 6 && middle.chars().all(|one| one.is_ascii_alphanumeric()))
}

/// Flushes the names in a directory to disk, as far as the file system supports it.
pub(super) fn flush_directory(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Returns the directory of a file.
pub(super) fn directory_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the test prepares what is cleaned")]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_name_temporary_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = stage(&folder.path().join("missing/a.json"), "{}").expect_err("has no directory");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(NAME.0), "{error}");
        // The reason is that of the system.
        let reason = fs::read(folder.path().join("missing")).expect_err("there is no file");
        assert_eq!(error.to_string(), reason.to_string());
    }

    #[test]
    fn only_what_a_killed_run_left_is_cleaned() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in [".idlgen-abc123.tmp", ".idlgen-mine.tmp", ".idlgen.manifest", "idlgen-abc123.tmp"] {
            fs::write(at(name), "x").expect("writes");
        }
        let alive = stage(&at("a.json"), "{}").expect("writes");
        clean(folder.path(), &Locks::default());
        assert!(alive.exists() && at(".idlgen-abc123.tmp").exists(), "another run may be at work");
        drop(alive);
        clean(folder.path(), &Locks::new([folder.path()]).expect("locks"));
        assert!(!cfg!(unix) || !at(".idlgen-abc123.tmp").exists());
        assert!(at(".idlgen-mine.tmp").exists() && at(".idlgen.manifest").exists() && at("idlgen-abc123.tmp").exists());
    }
}
