//! Doc comments.

use crate::source::TextLines;

/// A doc comment. It may have millions of lines, so they share one string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    /// The lines, with a line break after each.
    text: String,
    /// For each line, `true` if it belongs to a tag.
    is_tag: Vec<bool>,
    /// `true` to keep consecutive blank lines.
    keeps_blank_lines: bool,
    /// `true` if it contains a block comment, `/* … */`, whose lines may have any indentation.
    has_block: bool,
}

/// A line of a doc comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocLine<'a> {
    pub text: &'a str,
    /// `true` if the line belongs to a tag, as its first or a later line.
    pub is_tag: bool,
}

impl Doc {
    /// Adds a line, or several if the text contains line breaks.
    pub fn push(&mut self, text: &str, is_tag: bool) {
        for line in text.split('\n') {
            self.push_line(line, is_tag);
        }
    }

    /// Adds a line without line breaks.
    fn push_line(&mut self, line: &str, is_tag: bool) {
        self.text.push_str(line);
        self.text.push('\n');
        self.is_tag.push(is_tag);
    }

    /// Adds the lines of a comment. `is_tag` contains `true` for each line that belongs to a tag.
    pub(crate) fn push_lines(&mut self, lines: &TextLines, is_tag: &[bool]) {
        self.is_tag.reserve(lines.len());
        for (index, line) in lines.iter().enumerate() {
            self.push_line(line.text, is_tag.get(index).copied().unwrap_or_default());
        }
    }

    /// Keeps consecutive blank lines, because the text has already been prepared for publication.
    pub fn keep_blank_lines(&mut self) {
        self.keeps_blank_lines = true;
    }

    /// Returns `true` if consecutive blank lines are kept.
    pub fn keeps_blank_lines(&self) -> bool {
        self.keeps_blank_lines
    }

    /// Marks the comment as containing a block comment, `/* … */`.
    pub fn set_block(&mut self) {
        self.has_block = true;
    }

    /// Returns `true` if it contains a block comment, `/* … */`.
    pub fn has_block(&self) -> bool {
        self.has_block
    }

    /// Appends the lines of another comment.
    pub fn append(&mut self, other: &Doc) {
        self.text.push_str(&other.text);
        self.is_tag.extend_from_slice(&other.is_tag);
    }

    /// Iterates over the lines, including those of tags.
    pub fn lines(&self) -> impl Iterator<Item = DocLine<'_>> {
        let lines = self.text.split_terminator('\n').zip(&self.is_tag);
        lines.map(|(text, is_tag)| DocLine { text, is_tag: *is_tag })
    }

    /// Returns `true` if it has no lines.
    pub fn is_empty(&self) -> bool {
        self.is_tag.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_what_they_are() {
        let mut doc = Doc::default();
        assert!(doc.is_empty());
        doc.push("One.", false);
        doc.push("", false);
        let mut more = Doc::default();
        more.push("+a\n+b", true);
        doc.append(&more);
        let lines: Vec<_> = doc.lines().map(|line| (line.text, line.is_tag)).collect();
        assert_eq!(lines, [("One.", false), ("", false), ("+a", true), ("+b", true)]);
    }
}
