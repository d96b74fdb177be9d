//! Locks output directories: if two runs write to the same directory at the same time, one waits for the other. The
//! lock also tells a run which temporary files belong to another run that is still active.
//!
//! The lock is on the directory itself, so a killed run leaves no lock file. If directories cannot be locked (on
//! systems other than Unix, and in some file systems), runs do not wait, and the temporary files of a killed run
//! remain.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::output_target::Identity;

/// Maximum time to wait for another run. A large run writes its files in a small fraction of it.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval between attempts to get a lock.
const LOOK: Duration = Duration::from_millis(10);

/// The locked directories. Dropping this releases the locks.
#[derive(Debug, Default)]
pub(super) struct Locks {
    locked: Vec<(Option<Identity>, File)>,
}

impl Locks {
    /// Locks existing directories, waiting for other runs. Each directory is locked once, even if several paths lead to
    /// it. All runs lock directories in the same order.
    pub(super) fn new<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Result<Self, (PathBuf, io::Error)> {
        let mut folders: Vec<(Option<Identity>, &Path)> =
            folders.into_iter().map(|folder| (Identity::of(folder), folder)).collect();
        folders.sort();
        folders.dedup_by(|left, right| left.0 == right.0 && (left.0.is_some() || left.1 == right.1));
        let mut locks = Locks::default();
        for (identity, folder) in folders {
            let locked = lock(folder, PATIENCE).map_err(|error| (folder.to_owned(), error))?;
            locks.locked.extend(locked.map(|file| (identity, file)));
        }
        Ok(locks)
    }

    /// Returns `true` if no other run is active in a directory, so that temporary files there belong to a finished run:
    /// this run has the exclusive lock of the directory or a parent, and no other run has a lock of the directory or a
    /// parent.
    pub(super) fn has_alone(&self, folder: &Path) -> bool {
        let Ok(folder) = fs::canonicalize(folder) else { return false };
        let mut is_ours = false;
        for above in folder.ancestors() {
            let identity = Identity::of(above);
            if identity.is_some() && self.locked.iter().any(|(locked, _)| *locked == identity) {
                is_ours = true;
            } else if File::open(above)
                .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
            {
                return false;
            }
        }
        is_ours
    }
}

/// Locks a directory. Returns `None` if it cannot be locked.
fn lock(folder: &Path, patience: Duration) -> io::Result<Option<File>> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    let mut waited = Duration::ZERO;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if waited < patience => {
                thread::sleep(LOOK);
                waited += LOOK;
            }
            Err(TryLockError::WouldBlock) => {
                let reason = "another run has been writing to this directory for a minute; wait for it or stop it";
                return Err(io::Error::new(io::ErrorKind::WouldBlock, reason));
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_whatever_its_names_and_one_run_waits_for_the_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let same = folder.path().join(".");
        let locks = Locks::new([folder.path(), &same]).expect("locks");
        assert_eq!(locks.locked.len(), 1);
        let error = lock(folder.path(), LOOK * 3).expect_err("it is locked");
        assert!(error.to_string().starts_with("another run"), "{error}");
        drop(locks);
        assert!(lock(folder.path(), LOOK).expect("locks").is_some());
    }

    #[test]
    fn whoever_has_a_folder_above_may_be_at_work_below() {
        let folder = tempfile::tempdir().expect("a folder");
        let (below, beside) = (folder.path().join("a/b"), folder.path().join("c"));
        fs::create_dir_all(&below).expect("makes it");
        fs::create_dir_all(&beside).expect("makes it");
        let locks = Locks::new([below.parent().expect("a")]).expect("locks");
        assert!(locks.has_alone(&below) && !locks.has_alone(&beside) && !locks.has_alone(folder.path()));
        let above = Locks::new([folder.path()]).expect("locks");
        assert!(!locks.has_alone(&below) && !above.has_alone(&below) && above.has_alone(&beside));
    }
}
