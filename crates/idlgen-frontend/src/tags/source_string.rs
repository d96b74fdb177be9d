//! The source of a value with its location.

use super::TextMap;
use crate::source::Span;

/// A string in a comment, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceString {
    /// The value.
    pub(super) text: String,
    /// The locations of the parts of the value.
    pub(super) map: TextMap,
    /// The location, without quotes.
    pub(super) span: Span,
    /// The notation in the source.
    pub(super) spelling: Spelling,
}

/// The notation of a string in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Without quotes.
    Bare,
    /// `'…'` or `"…"`, with escapes and on a single line.
    Interpreted,
    /// `` `…` `` or `"""…"""`, without escapes and possibly on several lines.
    Raw,
}

impl SourceString {
    /// Creates a string that the file contains unchanged.
    pub(super) fn verbatim(text: &str, span: Span) -> Self {
        SourceString { text: text.to_owned(), map: TextMap::whole(span), span, spelling: Spelling::Bare }
    }

    /// Returns the part of the string between two offsets.
    pub(super) fn slice(&self, start: usize, end: usize) -> SourceString {
        SourceString {
            text: self.text.get(start..end).unwrap_or("").to_owned(),
            map: self.map.slice(start, end),
            span: self.map.span(start, end),
            spelling: self.spelling,
        }
    }

    /// Returns the span of the character at an offset, or of the last character if the offset is at the end.
    pub(super) fn character(&self, at: usize) -> Span {
        let mut start = at.min(self.text.len().saturating_sub(1));
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let length = self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        self.map.span(start, start + length)
    }

    /// Returns the string without leading and trailing whitespace.
    pub(super) fn trimmed(&self) -> SourceString {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start, self.text.trim_end().len().max(start))
    }

    /// Replaces each line break of a raw string, including the surrounding whitespace, with one space, if line breaks
    /// are only layout.
    pub(super) fn joined_lines(&self) -> SourceString {
        if self.spelling != Spelling::Raw || !self.text.contains(['\n', '\r']) {
            return self.trimmed();
        }
        let mut joined = SourceString { text: String::new(), map: TextMap::new(self.span), ..*self };
        let mut offset = 0;
        for line in self.text.split(['\n', '\r']) {
            let start = offset + line.len() - line.trim_start().len();
            let words = line.trim();
            if !words.is_empty() {
                if !joined.text.is_empty() {
                    joined.map.add(joined.text.len(), self.map.position(start.saturating_sub(1)));
                    joined.text.push(' ');
                }
                joined.append(self, start, start + words.len());
            }
            offset += line.len() + 1;
        }
        joined
    }

    /// Appends a part of another source string.
    pub(super) fn append(&mut self, from: &SourceString, start: usize, end: usize) {
        self.map.append(self.text.len(), &from.map, start, end);
        self.text.push_str(from.text.get(start..end).unwrap_or(""));
    }
}

#[cfg(test)]
mod tests {
    use super::{SourceString, Spelling};
    use crate::source::{FileId, Span};

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId::from_index(0), start, end)
    }

    /// Returns a string at the offset 10 of the file.
    fn at_ten(text: &str, spelling: Spelling) -> SourceString {
        SourceString { spelling, ..SourceString::verbatim(text, span(10, 10 + text.len())) }
    }

    #[test]
    fn characters_are_whole() {
        let string = at_ten("aé", Spelling::Bare);
        let found = [0, 1, 2, 3, 99].map(|at| string.character(at));
        assert_eq!(found, [span(10, 11), span(11, 13), span(11, 13), span(11, 13), span(11, 13)]);
        assert_eq!(at_ten("", Spelling::Bare).character(0), span(10, 10));
    }

    #[test]
    fn whitespace_around_a_string_is_removed_with_its_location() {
        for (text, trimmed, start, end) in [(" \ta b ", "a b", 12, 15), ("a", "a", 10, 11), ("  ", "", 12, 12)] {
            let found = at_ten(text, Spelling::Raw).trimmed();
            assert_eq!((found.text.as_str(), found.span), (trimmed, span(start, end)), "{text:?}");
            assert_eq!(found, at_ten(text, Spelling::Raw).joined_lines(), "{text:?}");
        }
    }

    #[test]
    fn line_breaks_of_raw_strings_are_layout() {
        let text = "  a b \n\n\t c\r\n d ";
        let joined = at_ten(text, Spelling::Raw).joined_lines();
        assert_eq!(joined.text, "a b c d");
        let positions: Vec<u32> = (0..joined.text.len()).map(|at| joined.map.position(at)).collect();
        assert_eq!(positions, [12, 13, 14, 19, 20, 23, 24]);
        assert_eq!(at_ten(text, Spelling::Interpreted).joined_lines().text, text.trim());
    }
}
