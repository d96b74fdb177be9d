//! Where the parts of a text that was unquoted or folded stand in the file.

use crate::source::{FileId, Span};

/// Where the parts of a text stand in the file it was read from, though escapes, quotes and line breaks have gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    file: FileId,
    /// In order of `text`; each piece is byte for byte the source from its `source` on, up to the next piece.
    pieces: Vec<Piece>,
    /// One past the last byte of the source.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    text: u32,
    source: u32,
}

impl TextMap {
    /// All of the text stands at one place, as if it were written there.
    pub fn whole(span: Span) -> Self {
        TextMap { file: span.file, pieces: vec![Piece { text: 0, source: span.start }], end: span.end }
    }

    /// A map to add pieces to, for a text that ends at `span`'s end.
    pub(super) fn new(span: Span) -> Self {
        TextMap { file: span.file, pieces: Vec::new(), end: span.end }
    }

    /// Says that the text from `text` on stands in the file from `source` on. Offsets into the text come in ascending order.
    pub(super) fn add(&mut self, text: usize, source: u32) {
        let piece = Piece { text: text as u32, source };
        match self.pieces.last_mut() {
            Some(last) if last.text == piece.text => *last = piece,
            Some(last) if piece.text.wrapping_sub(last.text) == piece.source.wrapping_sub(last.source) => {}
            _ => self.pieces.push(piece),
        }
    }

    /// Where the byte at `offset` of the text stands.
    pub fn position(&self, offset: usize) -> u32 {
        let index = self.pieces.partition_point(|piece| piece.text as usize <= offset);
        let Some(piece) = index.checked_sub(1).and_then(|index| self.pieces.get(index)) else {
            return self.pieces.first().map_or(self.end, |piece| piece.source).min(self.end);
        };
        let limit = self.pieces.get(index).map_or(self.end, |next| next.source.max(piece.source));
        piece.source.saturating_add((offset - piece.text as usize) as u32).min(limit).min(self.end)
    }

    /// The span of the bytes from `start` up to `end` of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.position(start);
        let last = if end > start { self.position(end - 1).saturating_add(1).min(self.end) } else { first };
        Span { file: self.file, start: first, end: last.max(first) }
    }

    /// Adds the part of another map from `start` up to `end` of its text, for text that is added at `at` of this one's.
    pub(super) fn append(&mut self, at: usize, from: &TextMap, start: usize, end: usize) {
        self.add(at, from.position(start));
        let first = from.pieces.partition_point(|piece| piece.text as usize <= start);
        for piece in from.pieces.iter().skip(first).take_while(|piece| (piece.text as usize) < end) {
            self.add(at + piece.text as usize - start, piece.source);
        }
    }

    /// The map of the part of the text from `start` up to `end`.
    pub(super) fn slice(&self, start: usize, end: usize) -> Self {
        let mut map = TextMap { file: self.file, pieces: Vec::new(), end: self.span(start, end).end };
        map.append(0, self, start, end);
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_lead_back_to_the_source() {
        let file = FileId::from_index(0);
        // Source `a\"b` at 10, text `a"b`.
        let mut map = TextMap::new(Span::new(file, 10, 14));
        map.add(0, 10);
        map.add(1, 11);
        map.add(2, 13);
        assert_eq!(map.pieces.len(), 2);
        assert_eq!(
            [map.position(0), map.position(1), map.position(2), map.position(3), map.position(99)],
            [10, 11, 13, 14, 14]
        );
        assert_eq!(map.span(1, 3), Span::new(file, 11, 14));
        assert_eq!(map.span(2, 2), Span::new(file, 13, 13));
        let tail = map.slice(1, 3);
        assert_eq!([tail.position(0), tail.position(1), tail.position(2)], [11, 13, 14]);
    }

    #[test]
    fn a_whole_text_stays_within_its_span() {
        let map = TextMap::whole(Span::new(FileId::from_index(3), 5, 8));
        assert_eq!([map.position(0), map.position(2), map.position(100)], [5, 7, 8]);
    }
}
