//! Durations that are strings in the data.

use std::cell::Cell;

use crate::cel::library::conversions::string_to_duration;

/// `duration(text)`, in nanoseconds. Fails if the string is not a duration.
#[inline]
pub fn duration(text: &str) -> Option<i64> {
    string_to_duration(text).ok()
}

/// A duration that a rule parses more than once. The string is always the same.
#[derive(Debug, Default)]
pub struct ParsedDuration(Cell<Option<i64>>);

impl ParsedDuration {
    /// Creates a duration that is not parsed yet.
    #[inline]
    pub const fn new() -> Self {
        ParsedDuration(Cell::new(None))
    }

    /// Evaluates [`duration`], the first time.
    #[inline]
    pub fn parse(&self, text: &str) -> Option<i64> {
        if self.0.get().is_none() {
            self.0.set(duration(text));
        }
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_parsed_once() {
        let parsed = ParsedDuration::new();
        assert_eq!((parsed.parse("1d"), parsed.parse("1m")), (None, Some(60_000_000_000)));
        assert_eq!(parsed.parse("2m"), Some(60_000_000_000));
    }
}
