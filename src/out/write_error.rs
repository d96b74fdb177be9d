//! The error of a write.

use std::{io, path::PathBuf};

use thiserror::Error;

/// A file that could not be read, written or removed.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub source: io::Error,
}
