//! Texts whose quoted scalars go on at the left margin.
//!
//! Kubernetes' parser takes them wherever they go on; the one used here, as YAML 1.2 says, only where they are
//! indented. White space at the beginning of such a line has no meaning, so that some can be inserted, and the places
//! behind it moved back in the end.
//!
//! To Kubernetes' parser U+0085 ends a line, as in YAML 1.1. Here a line break of the same length takes its place.

use std::{borrow::Cow, ops::Range};

use crate::{Content, Document, Node};

/// How often white space is inserted into a text. Each time the text is read again.
const MAX_INSERTIONS: usize = 50;

/// More than anything is indented in a text that people read.
const SPACES: &str = match str::from_utf8(&[b' '; 500]) {
    Ok(spaces) => spaces,
    Err(_) => " ",
};

/// A line break of YAML 1.1, and one of the same length that every parser knows.
const NEXT_LINE: (&str, &str) = ("\u{85}", "\r\n");

/// A text with white space inserted.
#[derive(Debug)]
pub(crate) struct Indented<'a> {
    /// As it was given.
    written: &'a str,
    text: Cow<'a, str>,
    /// Where white space was inserted, as offsets in the text as it is now, in order.
    insertions: Vec<usize>,
}

impl<'a> Indented<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let (next_line, line_break) = NEXT_LINE;
        let read = if text.contains(next_line) { text.replace(next_line, line_break).into() } else { text.into() };
        Indented { written: text, text: read, insertions: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether white space may still be inserted.
    pub(crate) fn may_insert(&self) -> bool {
        self.insertions.len() < MAX_INSERTIONS
    }

    /// Inserts white space at `at`, which lies behind all earlier insertions.
    pub(crate) fn insert(&mut self, at: usize) {
        if self.text.is_char_boundary(at) {
            self.text.to_mut().insert_str(at, SPACES);
        }
        self.insertions.push(at);
    }

    /// Moves every place back to where it was before the insertions.
    pub(crate) fn restore(&self, documents: &mut [Document]) {
        if matches!(self.text, Cow::Borrowed(_)) {
            return;
        }
        for document in documents {
            self.restore_range(&mut document.span);
            for problem in &mut document.problems {
                self.restore_range(&mut problem.span);
                problem.first.iter_mut().for_each(|first| self.restore_range(first));
            }
            document.root.iter_mut().for_each(|root| self.restore_node(root));
        }
    }

    fn restore_node(&self, node: &mut Node) {
        self.restore_range(&mut node.span);
        match &mut node.content {
            Content::List(items) => items.iter_mut().for_each(|item| self.restore_node(item)),
            Content::Map(entries) => {
                for entry in entries.iter_mut() {
                    self.restore_range(&mut entry.key_span);
                    self.restore_node(&mut entry.value);
                }
            }
            _ => {}
        }
    }

    fn restore_range(&self, range: &mut Range<usize>) {
        range.start = self.original(range.start);
        range.end = self.original(range.end).max(range.start);
    }

    fn original(&self, offset: usize) -> usize {
        let before = self.insertions.iter().take_while(|at| **at < offset);
        let offset = offset - before.map(|at| SPACES.len().min(offset - at)).sum::<usize>();
        // The line breaks that stand for others can be cut in two.
        if self.written.is_char_boundary(offset) { offset } else { offset + 1 }
    }
}
