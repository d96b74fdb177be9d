//! Positions.

/// A file of a [`SourceMap`](super::SourceMap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(super) u32);

impl FileId {
    /// Returns the file's number, for data that is independent of files (see `idlgen_validate::schema::Origin`).
    pub fn index(self) -> u32 {
        self.0
    }

    /// Returns the file with that number.
    pub fn from_index(index: u32) -> Self {
        FileId(index)
    }
}

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file in the [`SourceMap`](super::SourceMap) of the run.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the bytes from `start` up to `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// Returns the part of this span from `start` to `end`, counted from the span's start.
    pub fn slice(self, start: usize, end: usize) -> Self {
        Span { file: self.file, start: self.start + start as u32, end: self.start + end as u32 }
    }

    /// Returns the smallest span that covers both; both are in one file.
    pub fn to(self, other: Span) -> Self {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
