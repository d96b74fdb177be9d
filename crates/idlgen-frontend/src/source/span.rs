//! Source positions.

/// A file of a [`SourceMap`](super::SourceMap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub(super) u32);

impl FileId {
    /// Returns the index of the file, for data that does not depend on the map (see `idlgen_schema::schema::Origin`).
    pub fn index(self) -> u32 {
        self.0
    }

    /// Returns the file with this index.
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
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from the offset `start` up to `end`, exclusive.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// Returns the part of this span between two offsets relative to its start.
    pub fn slice(self, start: usize, end: usize) -> Self {
        Span { file: self.file, start: self.start + start as u32, end: self.start + end as u32 }
    }

    /// Returns the smallest span that covers both spans, which must be in the same file.
    pub fn to(self, other: Span) -> Self {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_covers_of_spans() {
        let file = FileId::from_index(1);
        let span = Span::new(file, 10, 20);
        assert_eq!(span.slice(2, 5), Span::new(file, 12, 15));
        assert_eq!(span.slice(0, 10), span);
        for (left, right, expected) in [((1, 3), (5, 9), (1, 9)), ((5, 9), (1, 3), (1, 9)), ((1, 9), (3, 5), (1, 9))] {
            let new = |(start, end)| Span::new(file, start, end);
            assert_eq!(new(left).to(new(right)), new(expected));
        }
    }
}
