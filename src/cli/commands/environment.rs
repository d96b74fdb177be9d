//! The environment and the file system of the process, and the variables of the Go command.

#[cfg(feature = "fetch")]
use std::path::Path;
use std::sync::OnceLock;

#[cfg(feature = "fetch")]
use crate::source::FileSystem;
use crate::{
    modules::GoVariables,
    source::{DiskFileSystem, RecordedDisk},
};

/// The file system of the command line. A static is enough, because each process is a single run.
pub(super) static DISK: RecordedDisk = RecordedDisk::new();

/// Returns a variable of the Go command: from the environment, or from `go env -w`.
pub(super) fn go_variable(name: &str) -> Option<String> {
    static WRITTEN: OnceLock<GoVariables> = OnceLock::new();
    WRITTEN.get_or_init(|| GoVariables::read(variable, &DiskFileSystem)).value(name, variable)
}

/// Returns an environment variable if it is UTF-8.
#[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Returns the content of a system file, if it exists.
#[cfg(feature = "fetch")]
pub(super) fn read_bytes(path: &Path) -> Option<Vec<u8>> {
    DISK.read(path).ok()
}
