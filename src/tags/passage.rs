//! A value's text and where it stands.

use super::TextMap;
use crate::source::Span;

/// A text that was read from a comment, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// The text.
    pub(super) text: String,
    /// Where its parts stand.
    pub(super) map: TextMap,
    /// Where it stands, quotes left out.
    pub(super) span: Span,
    /// Whether it was quoted.
    pub(super) is_quoted: bool,
}

impl Passage {
    /// A text that stands in the file as it is.
    pub(super) fn verbatim(text: &str, span: Span) -> Self {
        Passage { text: text.to_owned(), map: TextMap::whole(span), span, is_quoted: false }
    }

    /// The place of a part of the text.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Span {
        self.map.span(start, end)
    }
}
