//! Files that are written beside their place and moved there when they are whole.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::Path,
};

use tempfile::NamedTempFile;

/// How their names begin and end.
const NAME: (&str, &str) = (".idlgen-", ".tmp");

/// Writes `text` beside `target`, so that it is on the disk when this returns. The file is locked until it has been
/// moved, which tells it from one that a killed run left.
pub(super) fn stage(target: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = folder_of(target);
    fs::create_dir_all(folder)?;
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(NAME.0).suffix(NAME.1);
        // A temporary file is private by default; the output is an ordinary file.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(target).map_or(0o644, |present| present.permissions().mode());
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        let mut file = builder.tempfile_in(folder)?;
        // Some file systems have no locks; there a file of a killed run stays.
        let _ = file.as_file().lock();
        if !file.path().exists() {
            // Another run has taken it for one of a killed run, before it was locked.
            continue;
        }
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        return Ok(file);
    }
}

/// Removes what killed runs left in a folder: files of such a name that nobody has locked.
pub(super) fn clean(folder: &Path) {
    let Ok(names) = super::left_over::list(folder) else { return };
    for (name, _) in names.into_iter().filter(|(name, _)| is_temporary(name)) {
        let path = folder.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file())
            && let Ok(file) = File::options().write(true).open(&path)
            && !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        {
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_temporary(name: &str) -> bool {
    let middle = name.strip_prefix(NAME.0).and_then(|rest| rest.strip_suffix(NAME.1));
    middle.is_some_and(|middle| middle.len() == 6 && middle.chars().all(|one| one.is_ascii_alphanumeric()))
}

/// Makes the names in a folder last, as far as the file system can.
pub(super) fn flush_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "the test prepares what is cleaned")]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_run_left_is_cleaned() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in [".idlgen-abc123.tmp", ".idlgen-mine.tmp", ".idlgen.manifest", "idlgen-abc123.tmp"] {
            fs::write(at(name), "x").expect("writes");
        }
        let alive = stage(&at("a.json"), "{}").expect("writes");
        clean(folder.path());
        assert!(alive.path().exists() && !at(".idlgen-abc123.tmp").exists());
        assert!(at(".idlgen-mine.tmp").exists() && at(".idlgen.manifest").exists() && at("idlgen-abc123.tmp").exists());
    }
}
