//! Source text with code point and line positions.

/// The source of an expression. Positions are offsets in code points from its start.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: &'a str,
    /// The offset in code points of each line.
    lines: Vec<u32>,
}

/// A line (starting with 1) and a column (starting with 0, in code points).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// The line, starting with 1.
    pub line: u32,
    /// The column in code points, starting with 0.
    pub column: u32,
}

impl<'a> Source<'a> {
    /// Computes the positions of `text`.
    pub fn new(text: &'a str) -> Self {
        let mut lines = vec![0];
        for (offset, character) in text.chars().enumerate() {
            if character == '\n' {
                lines.push(offset as u32 + 1);
            }
        }
        Self { text, lines }
    }

    /// Converts an offset in code points to a location.
    pub fn location(&self, offset: u32) -> Location {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        Location { line: line as u32, column: offset - start }
    }

    /// Returns the content of a line, counted from 1, without its line break.
    pub fn line(&self, line: u32) -> Option<&'a str> {
        self.text.split('\n').nth(line.checked_sub(1)? as usize)
    }
}
