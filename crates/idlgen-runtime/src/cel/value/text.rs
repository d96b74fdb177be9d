//! Strings that borrow where possible.

use std::ops::Deref;
use std::sync::Arc;

/// A string, borrowed from the data or the program, or created during evaluation.
#[derive(Clone, Debug)]
pub enum Text<'a> {
    /// Borrowed from the data or the program.
    Borrowed(&'a str),
    /// Created during evaluation.
    Shared(Arc<str>),
}

impl Text<'_> {
    /// Returns the content, whether borrowed or owned.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl<'a> Text<'a> {
    /// Returns a part of the string, which borrows if the string does. Returns `None` if the range is outside the
    /// string.
    pub fn part(&self, part: std::ops::Range<usize>) -> Option<Text<'a>> {
        match self {
            Self::Borrowed(text) => text.get(part).map(Text::Borrowed),
            Self::Shared(text) => text.get(part).map(|part| Text::Shared(Arc::from(part))),
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text<'_> {}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self::Shared(Arc::from(text))
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self::Borrowed(text)
    }
}
