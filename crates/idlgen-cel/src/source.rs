//! The text of an expression, by code points and lines.

/// The text of an expression with its positions: offsets in code points from the start of the text.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: &'a str,
    /// The offset in code points of the start of each line.
    lines: Vec<u32>,
}

/// A line (from one) and a column (from zero, in code points).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The line, from one.
    pub line: u32,
    /// The column, in code points, from zero.
    pub column: u32,
}

impl<'a> Source<'a> {
    /// The positions of `text`.
    pub fn new(text: &'a str) -> Self {
        let mut lines = vec![0];
        for (offset, character) in text.chars().enumerate() {
            if character == '\n' {
                lines.push(offset as u32 + 1);
            }
        }
        Self { text, lines }
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The place of an offset in code points.
    pub fn location(&self, offset: u32) -> Location {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        Location { line: line as u32, column: offset - start }
    }

    /// The text of a line, counted from one, without its end.
    pub fn line(&self, line: u32) -> Option<&'a str> {
        self.text.split('\n').nth(line.checked_sub(1)? as usize)
    }
}
