//! `--watch`: waits until an input of the run changes.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::{object_files::is_input, preparation::files_read};
use crate::source::{DiskFileSystem, Stamp};

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(250);

/// The state of the run's files and directories.
#[derive(Debug)]
pub(super) struct Watched(Vec<(PathBuf, Option<Stamp>)>);

impl Watched {
    /// Records the state of the files that the run has read, and of the directories that it has searched: a directory
    /// changes when a file is added or removed.
    pub(super) fn new(folders: &[PathBuf], arguments: &[PathBuf]) -> Self {
        let mut paths: Vec<PathBuf> = files_read().into_iter().chain(folders.iter().cloned()).collect();
        paths.extend(arguments.iter().filter(|path| !is_input(path)).cloned());
        paths.sort();
        paths.dedup();
        let stamped = paths.into_iter().map(|path| {
            let stamp = DiskFileSystem.stamp(&path);
            (path, stamp)
        });
        Watched(stamped.collect())
    }

    /// Returns the number of watched files and directories.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Waits for a change and returns its path.
    pub(super) fn wait(&self) -> &Path {
        loop {
            thread::sleep(PAUSE);
            let changed = self.0.iter().find(|(path, stamp)| DiskFileSystem.stamp(path) != *stamp);
            if let Some((path, _)) = changed {
                return path;
            }
        }
    }
}
