//! A position in a file with lookahead.

/// A position in a file. Columns and indexes count characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Byte offset.
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Number of characters before the position.
    pub(super) index: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Cursor { text, at: 0, line: 0, column: 0, index: 0 }
    }

    /// Returns the byte at an offset after the current position. Returns zero, which no file contains, after the end of
    /// the file.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Returns the text between two offsets.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns `true` for a space or tab.
    pub(super) fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    /// Returns the length of the line break in bytes, or 0 if there is none. YAML 1.1 has five line breaks.
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

    /// Returns `true` at the end of a line.
    pub(super) fn is_line_end(&self, ahead: usize) -> bool {
        self.byte(ahead) == 0 || self.is_break(ahead)
    }

    /// Returns `true` for whitespace or the end of the file.
    pub(super) fn is_space_or_end(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_line_end(ahead)
    }

    /// Returns `true` for a letter, digit, `_` or `-`: the characters of names.
    pub(super) fn is_of_name(&self) -> bool {
        let byte = self.byte(0);
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    /// Returns `true` for a document marker: the character `mark` three times at the start of a line.
    pub(super) fn is_document_mark(&self, mark: u8) -> bool {
        self.column == 0 && (0..3).all(|ahead| self.byte(ahead) == mark) && self.is_space_or_end(3)
    }

    /// Skips a character that is not a line break.
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

    /// Skips `count` characters that are not line breaks.
    pub(super) fn skip_many(&mut self, count: usize) {
        (0..count).for_each(|_| self.skip());
    }

    /// Consumes the current character and returns it.
    pub(super) fn take(&mut self) -> &'t str {
        let start = self.at;
        self.skip();
        self.slice(start, self.at)
    }

    pub(super) fn skip_spaces_and_tabs(&mut self) {
        while self.is_blank(0) {
            self.skip();
        }
    }

    /// Skips a comment up to the end of its line, if there is one.
    pub(super) fn skip_comment(&mut self) {
        if self.byte(0) == b'#' {
            while !self.is_line_end(0) {
                self.skip();
            }
        }
    }

    /// Consumes a line break, if there is one, and returns its value in a scalar.
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
        // Unicode line and paragraph separators remain unchanged.
        if length == 3 { written } else { "\n" }
    }

    /// Ends the last line if the file does not end with a line break.
    pub(super) fn end_line(&mut self) {
        if self.column > 0 {
            self.column = 0;
            self.line += 1;
        }
    }
}
