//! Reads a comment from left to right, and tracks the position in the file.

use crate::{
    diag::Diagnostic,
    source::{FileId, Margin, Span, TextLines},
};

/// A position in a comment: a line, and a byte offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CommentPosition {
    pub(super) line: usize,
    pub(super) offset: usize,
}

/// A reader of the lines of one comment, with its current position.
pub(super) struct CommentReader<'a> {
    lines: &'a TextLines,
    pub(super) place: CommentPosition,
    /// The problems so far.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// `true` if the current tag may be followed by `# …`.
    pub(super) takes_comments: bool,
}

impl<'a> CommentReader<'a> {
    pub(super) fn new(lines: &'a TextLines) -> Self {
        CommentReader {
            lines,
            place: CommentPosition { line: 0, offset: 0 },
            diagnostics: Vec::new(),
            takes_comments: false,
        }
    }

    /// Returns the text of a line. Empty if the line does not exist.
    pub(super) fn line(&self, line: usize) -> &'a str {
        self.lines.get(line).map_or("", |line| line.text)
    }

    /// Returns the number of lines.
    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the rest of the line.
    pub(super) fn rest(&self) -> &'a str {
        self.line(self.place.line).get(self.place.offset..).unwrap_or("")
    }

    /// Returns the next character of the line.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns `true` if the rest of the line is blank.
    pub(super) fn at_end(&self) -> bool {
        self.rest().trim_start_matches(SPACES).is_empty()
    }

    /// Moves forward by a number of bytes, but not past the end of the line.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.place.offset = (self.place.offset + bytes).min(self.line(self.place.line).len());
    }

    pub(super) fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(SPACES).len());
    }

    /// Moves to the end of the line. Returns the text after an `=`, trimmed, and its location.
    pub(super) fn take_value(&mut self) -> (&'a str, Span) {
        self.eat("=");
        self.skip_spaces();
        let value = self.rest().trim_end_matches(SPACES);
        let span = self.span_ahead(value.len());
        self.advance(self.rest().len());
        (value, span)
    }

    /// Skips `text` if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.advance(text.len());
        }
        found
    }

    /// Skips the characters that satisfy `accept`, and returns them.
    pub(super) fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !accept(character)).unwrap_or(rest.len());
        self.advance(end);
        rest.get(..end).unwrap_or("")
    }

    /// Moves to the start of the next line. Returns `false` on the last line.
    pub(super) fn next_line(&mut self) -> bool {
        if self.place.line + 1 >= self.lines.len() {
            return false;
        }
        self.place = CommentPosition { line: self.place.line + 1, offset: 0 };
        true
    }

    /// Returns the end of a line without trailing spaces.
    pub(super) fn end_of_line(&self, line: usize) -> CommentPosition {
        CommentPosition { line, offset: self.line(line).trim_end_matches(SPACES).len() }
    }

    /// Returns the offset of a position in the file.
    pub(super) fn position(&self, place: CommentPosition) -> u32 {
        self.lines.get(place.line).map_or_else(
            || self.lines.last().map_or(0, |line| line.span.end),
            |line| line.span.start.saturating_add(place.offset as u32).min(line.span.end),
        )
    }

    /// Returns the span between two positions.
    pub(super) fn span(&self, from: CommentPosition, to: CommentPosition) -> Span {
        let start = self.position(from);
        Span { file: self.file(), start, end: self.position(to).max(start) }
    }

    /// Returns the span from a position to the current one.
    pub(super) fn span_from(&self, from: CommentPosition) -> Span {
        self.span(from, self.place)
    }

    /// Returns the span of the next bytes of the line.
    pub(super) fn span_ahead(&self, bytes: usize) -> Span {
        self.span(self.place, CommentPosition { offset: self.place.offset + bytes, ..self.place })
    }

    /// Returns the span of the rest of the line.
    pub(super) fn span_of_rest(&self) -> Span {
        let end = self.end_of_line(self.place.line);
        self.span(self.place, end.max(self.place))
    }

    /// Returns the source between two positions, with lines joined by line breaks.
    pub(super) fn text(&self, from: CommentPosition, to: CommentPosition) -> String {
        if from.line == to.line {
            return self.line(from.line).get(from.offset..to.offset).unwrap_or("").to_owned();
        }
        let mut text = self.line(from.line).get(from.offset..).unwrap_or("").to_owned();
        for line in from.line + 1..=to.line {
            text.push('\n');
            let whole = self.line(line);
            text.push_str(if line == to.line { whole.get(..to.offset).unwrap_or(whole) } else { whole });
        }
        text
    }

    /// Returns the current line with one span replaced.
    pub(super) fn line_with(&self, span: Span, text: &str) -> Option<String> {
        let line = self.lines.get(self.place.line)?;
        let start = span.start.checked_sub(line.span.start)? as usize;
        let end = span.end.checked_sub(line.span.start)? as usize;
        Some(format!("{}{text}{}", line.text.get(..start)?, line.text.get(end..)?))
    }

    /// Returns the span of the complete line in the file, if it only contains the current line of the comment.
    pub(super) fn entire_line(&self) -> Option<Span> {
        let margin = self.margin()?;
        Some(Span { file: self.file(), start: margin.start, end: margin.end })
    }

    /// Returns the source between the text of the current line and that of the next line.
    pub(super) fn line_break(&self) -> Option<String> {
        Some(format!("\n{}// ", "\t".repeat(self.margin()?.tabs as usize)))
    }

    fn margin(&self) -> Option<Margin> {
        self.lines.get(self.place.line)?.margin
    }

    fn file(&self) -> FileId {
        self.lines.first().map_or_else(|| FileId::from_index(0), |line| line.span.file)
    }
}

/// The whitespace allowed between the parts of a tag.
pub(super) const SPACES: [char; 2] = [' ', '\t'];
