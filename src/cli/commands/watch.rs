//! `--watch`: waits until something changes that a run has read.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::{object_texts::is_input, preparation::files_read};
use crate::source::{DiskFileSystem, Stamp};

/// How long nothing is looked at.
const PAUSE: Duration = Duration::from_millis(250);

/// The files and folders of a run, as they are.
#[derive(Debug)]
pub(super) struct Watched(Vec<(PathBuf, Option<Stamp>)>);

impl Watched {
    /// What the run has read, and the folders in which it looked for more: a folder changes when a file comes or goes.
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

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Waits for a change, and says where it was.
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
