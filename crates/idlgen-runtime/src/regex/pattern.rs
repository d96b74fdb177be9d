//! A compiled pattern.

use std::{fmt, ops::Range};

use regex_automata::meta;

/// Why a pattern does not compile, in the words of Go's `regexp.Compile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}", self.message)
    }
}

impl std::error::Error for Error {}

/// A compiled Go regular expression.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: meta::Regex,
}

impl Pattern {
    /// Compiles a pattern.
    pub fn new(source: &str) -> Result<Self, Error> {
        let regex = meta::Regex::new(source).map_err(|error| Error { message: error.to_string() })?;
        Ok(Pattern { regex })
    }

    /// Whether the pattern matches anywhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The byte range of the leftmost match.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.regex.find(text).map(|found| found.range())
    }
}
