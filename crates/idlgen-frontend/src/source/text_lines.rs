//! Lines of text with their positions.

use super::Span;

/// A line of a comment and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLine<'a> {
    /// The contents.
    pub text: &'a str,
    /// The location.
    pub span: Span,
    /// The rest of the line in the file, if the line contains only a `//` comment.
    pub margin: Option<Margin>,
}

/// The line in the file that contains a `//` comment and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// The offset of the line in the file.
    pub start: u32,
    /// The number of tabs before `//`. There are no other characters before it.
    pub tabs: u32,
    /// The offset of the next line.
    pub end: u32,
}

/// Lines of a comment with their locations. A comment may have millions of lines, so they share one string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLines {
    text: String,
    /// For each line, its end in the string, its location, and its margin.
    lines: Vec<(u32, Span, Option<Margin>)>,
}

impl TextLines {
    /// Adds a line.
    pub fn push(&mut self, text: &str, span: Span) {
        self.push_with_margin(text, span, None);
    }

    /// Adds a line, with its margin in the file.
    pub fn push_with_margin(&mut self, text: &str, span: Span, margin: Option<Margin>) {
        self.text.push_str(text);
        self.lines.push((self.text.len() as u32, span, margin));
    }

    /// Removes the last line.
    pub fn pop(&mut self) {
        self.lines.pop();
        self.text.truncate(self.start(self.lines.len()));
    }

    /// Returns `true` if a line contains the text, which has no line breaks. It may also be at the end of one line and
    /// the start of the next.
    pub(crate) fn may_contain(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the line with this index, starting at 0, or `None` if there are fewer lines.
    pub fn get(&self, index: usize) -> Option<TextLine<'_>> {
        let (end, span, margin) = self.lines.get(index)?;
        Some(TextLine { text: self.text.get(self.start(index)..*end as usize)?, span: *span, margin: *margin })
    }

    /// Returns the first line, or `None` if there are no lines.
    pub fn first(&self) -> Option<TextLine<'_>> {
        self.get(0)
    }

    /// Returns the last line, or `None` if there are no lines.
    pub fn last(&self) -> Option<TextLine<'_>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns all lines.
    pub fn iter(&self) -> impl Iterator<Item = TextLine<'_>> + Clone {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Returns the offset of a line in the string.
    fn start(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|before| self.lines.get(before));
        before.map_or(0, |(end, ..)| *end as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn lines_keep_text_and_place() {
        let span = |start, end| Span::new(FileId::from_index(1), start, end);
        let mut lines = TextLines::default();
        assert!(lines.is_empty() && lines.first().is_none() && lines.last().is_none());
        lines.push("one", span(2, 5));
        lines.push("", span(6, 6));
        lines.push("é", span(7, 10));
        let all: Vec<_> = lines.iter().map(|line| (line.text, line.span.start)).collect();
        assert_eq!(all, [("one", 2), ("", 6), ("é", 7)]);
        assert_eq!(lines.get(3), None);
        lines.pop();
        lines.push("b", span(11, 12));
        assert_eq!(lines.last(), Some(TextLine { text: "b", span: span(11, 12), margin: None }));
        assert_eq!(lines.len(), 3);
    }
}
