//! A place in a text, and what stands there.

/// A place in a text. Columns and indexes count characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Offset in bytes.
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    /// How many characters stand before it.
    pub(super) index: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, at: 0, line: 0, column: 0, index: 0 }
    }

    /// The byte that stands so many bytes further on; zero, which no text holds, behind the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The text from one offset to another.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether a space or tab stands there.
    pub(super) fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    /// The length of the line break that stands there, in bytes; 0 if there is none. YAML 1.1 has five.
    fn break_length(&self, ahead: usize) -> usize {
        match self.byte(ahead) {
            b'\r' if self.byte(ahead + 1) == b'\n' => 2,
            b'\r' | b'\n' => 1,
            0xc2 if self.byte(ahead + 1) == 0x85 => 2,
            0xe2 if self.byte(ahead + 1) == 0x80 && matches!(self.byte(ahead + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    pub(super) fn is_break(&self, ahead: usize) -> bool {
        self.break_length(ahead) > 0
    }

    /// Whether the line ends there.
    pub(super) fn is_line_end(&self, ahead: usize) -> bool {
        self.byte(ahead) == 0 || self.is_break(ahead)
    }

    /// Whether white space stands there, or the text ends.
    pub(super) fn is_space_or_end(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_line_end(ahead)
    }

    /// Whether a letter, digit, `_` or `-` stands there, of which names are made.
    pub(super) fn is_of_name(&self) -> bool {
        let byte = self.byte(0);
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    /// Whether the mark that begins or ends a document stands there: three of `mark` at the margin.
    pub(super) fn is_document_mark(&self, mark: u8) -> bool {
        self.column == 0 && (0..3).all(|ahead| self.byte(ahead) == mark) && self.is_space_or_end(3)
    }

    /// Moves behind a character that is no line break.
    pub(super) fn skip(&mut self) {
        let width = match self.byte(0) {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0.. => 4,
        };
        self.at = (self.at + width).min(self.text.len());
        self.column += 1;
        self.index += 1;
    }

    /// Moves behind so many characters that are no line breaks.
    pub(super) fn skip_many(&mut self, count: usize) {
        (0..count).for_each(|_| self.skip());
    }

    /// Moves behind the character that stands there, and returns it.
    pub(super) fn take(&mut self) -> &'t str {
        let start = self.at;
        self.skip();
        self.slice(start, self.at)
    }

    /// Moves behind spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        while self.is_blank(0) {
            self.skip();
        }
    }

    /// Moves behind a comment, if one stands there, to the end of its line.
    pub(super) fn skip_comment(&mut self) {
        if self.byte(0) == b'#' {
            while !self.is_line_end(0) {
                self.skip();
            }
        }
    }

    /// Moves behind the line break that stands there, if one does, and returns it as it counts in a scalar.
    pub(super) fn take_break(&mut self) -> &'t str {
        let length = self.break_length(0);
        if length == 0 {
            return "";
        }
        let written = self.slice(self.at, self.at + length);
        self.at += length;
        self.line += 1;
        self.column = 0;
        self.index += written.chars().count();
        // Those that Unicode has for lines and paragraphs stay what they are.
        if length == 3 { written } else { "\n" }
    }

    /// Ends the last line, at the end of the text.
    pub(super) fn end_line(&mut self) {
        if self.column > 0 {
            self.column = 0;
            self.line += 1;
        }
    }
}
