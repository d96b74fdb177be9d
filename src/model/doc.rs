//! Doc comments.

/// A doc comment. It may have millions of lines, so they share one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    /// Its lines, with a line break behind each.
    text: String,
    /// For each line, whether it belongs to a tag.
    is_tag: Vec<bool>,
    /// Whether blank lines in a row all count.
    keeps_blank_lines: bool,
    /// Whether a comment of it is a block, `/* … */`, whose lines begin where the author likes.
    has_block: bool,
}

/// A line of a doc comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocLine<'a> {
    /// The text.
    pub text: &'a str,
    /// Whether the line belongs to a tag, as its first line or a later one.
    pub is_tag: bool,
}

impl Doc {
    /// Adds a line, or several if there are line breaks in it.
    pub fn push(&mut self, text: &str, is_tag: bool) {
        for line in text.split('\n') {
            self.text.push_str(line);
            self.text.push('\n');
            self.is_tag.push(is_tag);
        }
    }

    /// Says that blank lines in a row all count: the text has been made for publication.
    pub fn keep_blank_lines(&mut self) {
        self.keeps_blank_lines = true;
    }

    /// Whether blank lines in a row all count.
    pub fn keeps_blank_lines(&self) -> bool {
        self.keeps_blank_lines
    }

    /// Says that a comment of it is a block, `/* … */`.
    pub fn set_block(&mut self) {
        self.has_block = true;
    }

    /// Whether a comment of it is a block, `/* … */`.
    pub fn has_block(&self) -> bool {
        self.has_block
    }

    /// Adds the lines of another.
    pub fn append(&mut self, other: &Doc) {
        self.text.push_str(&other.text);
        self.is_tag.extend_from_slice(&other.is_tag);
    }

    /// Its lines, those of tags included.
    pub fn lines(&self) -> impl Iterator<Item = DocLine<'_>> {
        let lines = self.text.split_terminator('\n').zip(&self.is_tag);
        lines.map(|(text, is_tag)| DocLine { text, is_tag: *is_tag })
    }

    /// Whether it has no lines.
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
