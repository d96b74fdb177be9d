//! Maps the parts of a string to their locations in the source, if quotes, escapes or line breaks were removed.

use crate::source::{FileId, Span};

/// The locations of a string's parts in its file, after escapes, quotes and line breaks were removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMap {
    file: FileId,
    /// The pieces, sorted by `text`. From its `source` on, each piece is identical to the source, up to the next piece.
    pieces: Vec<Piece>,
    /// The offset after the last byte in the source.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    text: u32,
    source: u32,
    /// The length of an escape in the source in bytes. 0 for a piece that is not an escape.
    escape: u32,
}

impl TextMap {
    /// Maps an entire string to one location, at which the file contains it unchanged.
    pub fn whole(span: Span) -> Self {
        let piece = Piece { text: 0, source: span.start, escape: 0 };
        TextMap { file: span.file, pieces: vec![piece], end: span.end }
    }

    /// Creates an empty map for a string that ends at the end of `span`.
    pub(super) fn new(span: Span) -> Self {
        TextMap { file: span.file, pieces: Vec::new(), end: span.end }
    }

    /// Maps the string from the offset `text` on to the file from the offset `source` on. Calls must be in ascending
    /// order of `text`.
    pub(super) fn add(&mut self, text: usize, source: u32) {
        self.push(Piece { text: text as u32, source, escape: 0 });
    }

    /// Maps the character at the offset `text` to an escape of `length` bytes at the offset `source`.
    pub(super) fn add_escape(&mut self, text: usize, source: u32, length: usize) {
        self.push(Piece { text: text as u32, source, escape: length as u32 });
    }

    fn push(&mut self, piece: Piece) {
        match self.pieces.last_mut() {
            Some(last) if last.text == piece.text => *last = piece,
            Some(last)
                if piece.escape == 0
                    && piece.text.wrapping_sub(last.text) == piece.source.wrapping_sub(last.source) => {}
            _ => self.pieces.push(piece),
        }
    }

    /// Returns the piece that contains the byte at `offset`, and the offset of the next piece.
    fn piece(&self, offset: usize) -> Option<(Piece, u32)> {
        let index = self.pieces.partition_point(|piece| piece.text as usize <= offset);
        let piece = *self.pieces.get(index.checked_sub(1)?)?;
        let limit = self.pieces.get(index).map_or(self.end, |next| next.source.max(piece.source));
        Some((piece, limit.min(self.end)))
    }

    /// Returns the location of the byte at `offset`.
    pub fn position(&self, offset: usize) -> u32 {
        match self.piece(offset) {
            Some((piece, limit)) => piece.source.saturating_add((offset - piece.text as usize) as u32).min(limit),
            None => self.pieces.first().map_or(self.end, |piece| piece.source).min(self.end),
        }
    }

    /// Returns the span of a byte range of the string. Escapes are included completely.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = self.position(start);
        let last = match end.checked_sub(1).filter(|last| *last >= start) {
            None => first,
            Some(last) => match self.piece(last) {
                Some((piece, limit)) if piece.escape > 0 => piece.source.saturating_add(piece.escape).min(limit),
                _ => self.position(last).saturating_add(1).min(self.end),
            },
        };
        Span { file: self.file, start: first, end: last.max(first) }
    }

    /// Adds a part of another map, for a string that is appended at `at`.
    pub(super) fn append(&mut self, at: usize, from: &TextMap, start: usize, end: usize) {
        let first = from.pieces.partition_point(|piece| piece.text as usize <= start);
        match first.checked_sub(1).and_then(|index| from.pieces.get(index)) {
            Some(piece) if piece.text as usize == start => self.push(Piece { text: at as u32, ..*piece }),
            _ => self.add(at, from.position(start)),
        }
        for piece in from.pieces.iter().skip(first).take_while(|piece| (piece.text as usize) < end) {
            self.push(Piece { text: (at + piece.text as usize - start) as u32, ..*piece });
        }
    }

    /// Returns the map for a part of the string.
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
        // The source at offset 10 is `a\"b`; the string is `a"b`.
        let mut map = TextMap::new(Span::new(file, 10, 14));
        map.add(0, 10);
        map.add_escape(1, 11, 2);
        map.add(2, 13);
        assert_eq!([0, 1, 2, 3, 99].map(|offset| map.position(offset)), [10, 11, 13, 14, 14]);
        assert_eq!(map.span(0, 2), Span::new(file, 10, 13));
        assert_eq!(map.span(1, 2), Span::new(file, 11, 13));
        assert_eq!(map.span(1, 3), Span::new(file, 11, 14));
        assert_eq!(map.span(2, 2), Span::new(file, 13, 13));
        let tail = map.slice(1, 3);
        assert_eq!([0, 1, 2].map(|offset| tail.position(offset)), [11, 13, 14]);
        assert_eq!(tail.span(0, 1), Span::new(file, 11, 13));
    }

    #[test]
    fn a_whole_text_stays_within_its_span() {
        let map = TextMap::whole(Span::new(FileId::from_index(3), 5, 8));
        assert_eq!([map.position(0), map.position(2), map.position(100)], [5, 7, 8]);
    }

    #[test]
    fn a_later_location_of_the_same_byte_replaces_the_earlier_one() {
        let file = FileId::from_index(0);
        let mut map = TextMap::new(Span::new(file, 10, 40));
        map.add(0, 10);
        map.add_escape(3, 20, 4);
        map.add(3, 30);
        map.add(4, 31);
        assert_eq!(map.pieces.len(), 2);
        assert_eq!([0, 2, 3, 5].map(|offset| map.position(offset)), [10, 12, 30, 32]);
    }
}
