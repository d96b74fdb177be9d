//! Byte strings that borrow where possible.

use std::ops::Deref;
use std::sync::Arc;

/// A byte string, borrowed from the program or created during evaluation.
#[derive(Clone, Debug)]
pub enum Bytes<'a> {
    /// Borrowed from the program.
    Borrowed(&'a [u8]),
    /// Created during evaluation.
    Shared(Arc<[u8]>),
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }
}

impl PartialEq for Bytes<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes<'_> {}

impl From<Vec<u8>> for Bytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Shared(Arc::from(bytes))
    }
}
