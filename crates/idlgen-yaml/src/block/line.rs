//! Source lines.

/// An iterator over the lines of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Offset of the next line.
    at: usize,
    /// The next line that is not blank, if it was already read, and the offset after it.
    peeked: Option<(Line<'t>, usize)>,
}

/// A nonempty line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// Its content without surrounding whitespace.
    pub(super) text: &'t str,
    /// Number of spaces before the content.
    pub(super) column: usize,
    /// Offset of the content in the file.
    pub(super) start: usize,
    /// Number of blank lines before this line.
    pub(super) blank: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lines { text, at: 0, peeked: None }
    }

    /// Returns the next line without its line break.
    pub(super) fn next_line(&mut self) -> Option<&'t str> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = rest.find('\n').and_then(|end| rest.get(..end)).unwrap_or(rest);
        self.at = (self.at + line.len() + 1).min(self.text.len());
        self.peeked = None;
        Some(line)
    }

    /// Returns the offset of the next line.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns the next line that is not blank, and stays before it.
    pub(super) fn peek_text(&mut self) -> Option<Line<'t>> {
        if let Some((line, _)) = self.peeked {
            return Some(line);
        }
        let mut ahead = *self;
        let line = ahead.next_text()?;
        self.peeked = Some((line, ahead.at));
        Some(line)
    }

    /// Returns the next line that is not blank.
    pub(super) fn next_text(&mut self) -> Option<Line<'t>> {
        if let Some((line, at)) = self.peeked.take() {
            self.at = at;
            return Some(line);
        }
        let mut blank = 0;
        loop {
            let at = self.at;
            let line = self.next_line()?;
            let Some(column) = line.bytes().position(|byte| byte != b' ') else {
                blank += 1;
                continue;
            };
            let end = line.bytes().rposition(|byte| byte != b' ').map_or(line.len(), |last| last + 1);
            return Some(Line { text: line.get(column..end)?, column, start: at + column, blank });
        }
    }

    /// Returns the next line that is neither blank nor a comment.
    pub(super) fn next_content(&mut self) -> Option<Line<'t>> {
        loop {
            let line = self.next_text()?;
            if !line.text.starts_with('#') {
                return Some(line);
            }
        }
    }
}

/// Returns `true` if a file ends with a line break and only contains characters that all parsers treat literally: no
/// tabs or other control characters, no whitespace except spaces and `\n`, no byte order mark, no characters outside
/// the basic multilingual plane.
pub(super) fn is_readable(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut are_plain = true;
    // Most files are ASCII, which this loop checks without a branch per byte.
    for byte in bytes {
        are_plain &= matches!(byte, b'\n' | b' '..=b'~');
    }
    if !bytes.ends_with(b"\n") {
        return false;
    }
    are_plain || text.chars().all(is_plain)
}

fn is_plain(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a1}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
        && (character.is_ascii() || !character.is_whitespace())
}
