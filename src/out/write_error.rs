//! The error of a write.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::source::without_current_directory;

/// A file that could not be read, written or removed.
#[derive(Debug, Error)]
#[error("{}: {source}", without_current_directory(path).display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub source: io::Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_command_line() {
        for (path, expected) in [("./out/a.yaml", "out/a.yaml: x"), ("out", "out: x"), ("/out", "/out: x")] {
            let error = WriteError { path: path.into(), source: io::Error::other("x") };
            assert_eq!(error.to_string(), expected);
        }
    }
}
