//! Lines of a text.

/// The lines of a text, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// Where the next line begins.
    at: usize,
}

/// A line with something in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// What stands in it, without blanks around it.
    pub(super) text: &'t str,
    /// How many blanks stand before it.
    pub(super) column: usize,
    /// Where it begins in the whole text, behind these.
    pub(super) start: usize,
    /// How many blank lines stand before it.
    pub(super) blank: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lines { text, at: 0 }
    }

    /// The next line, without its end.
    pub(super) fn next_line(&mut self) -> Option<&'t str> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = rest.find('\n').and_then(|end| rest.get(..end)).unwrap_or(rest);
        self.at = (self.at + line.len() + 1).min(self.text.len());
        Some(line)
    }

    /// Where the next line begins.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next line that is not blank.
    pub(super) fn next_text(&mut self) -> Option<Line<'t>> {
        let mut blank = 0;
        loop {
            let at = self.at;
            let line = self.next_line()?;
            let text = line.trim_start_matches(' ');
            if text.is_empty() {
                blank += 1;
                continue;
            }
            let column = line.len() - text.len();
            return Some(Line { text: text.trim_end_matches(' '), column, start: at + column, blank });
        }
    }

    /// The next line that is neither blank nor a comment.
    pub(super) fn next_content(&mut self) -> Option<Line<'t>> {
        loop {
            let line = self.next_text()?;
            if !line.text.starts_with('#') {
                return Some(line);
            }
        }
    }
}

/// Whether a text ends with a line, and holds nothing but characters that mean themselves to every parser: no tabs, no
/// other control characters, no white space but blanks and `\n`, no byte order mark, nothing beyond the basic plane.
pub(super) fn is_readable(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut are_plain = true;
    // Of most texts all is ASCII, which is told without a branch for each byte.
    for byte in bytes {
        are_plain &= matches!(byte, b'\n' | b' '..=b'~');
    }
    if !bytes.ends_with(b"\n") {
        return false;
    }
    are_plain || text.chars().all(is_plain)
}

fn is_plain(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a1}'..='\u{d7ff}')
        && (character.is_ascii() || !character.is_whitespace())
}
