//! Patterns compiled on first use.

use std::{borrow::Cow, fmt, sync::OnceLock};

use super::{Error, Pattern, automaton::Automaton};

/// A Go regular expression that is compiled on first use, for a `static` in generated code or a field of a schema.
///
/// ```
/// use idlgen_runtime::regex::LazyPattern;
/// static LABEL: LazyPattern = LazyPattern::new("^[a-z]+$");
/// assert!(LABEL.compiled().is_ok_and(|pattern| pattern.is_match("abc")));
/// ```
pub struct LazyPattern {
    source: Cow<'static, str>,
    automaton: Option<Automaton>,
    compiled: OnceLock<Result<Pattern, Error>>,
}

impl LazyPattern {
    /// Creates a pattern from a static string.
    pub const fn new(source: &'static str) -> Self {
        LazyPattern { source: Cow::Borrowed(source), automaton: None, compiled: OnceLock::new() }
    }

    /// Creates a pattern from a static string and its [`States`](super::States). [`is_match`](Self::is_match) then
    /// needs no compilation.
    pub const fn with_states(source: &'static str, classes: &[&[u8]], columns: &'static [u8]) -> Self {
        let automaton = Some(Automaton::new(classes, columns));
        LazyPattern { source: Cow::Borrowed(source), automaton, compiled: OnceLock::new() }
    }

    /// Creates a pattern from an owned string.
    pub fn owned(source: String) -> Self {
        LazyPattern { source: Cow::Owned(source), automaton: None, compiled: OnceLock::new() }
    }

    /// Returns the source of the pattern.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Returns the compiled pattern, or the compile error.
    pub fn compiled(&self) -> Result<&Pattern, &Error> {
        self.compiled.get_or_init(|| Pattern::new(&self.source)).as_ref()
    }

    /// Returns `true` if the pattern matches any part of `text`. A pattern that does not compile matches nothing.
    pub fn is_match(&self, text: &str) -> bool {
        match &self.automaton {
            Some(automaton) => automaton.is_match(text),
            None => self.compiled().is_ok_and(|pattern| pattern.is_match(text)),
        }
    }

    /// Returns whether the pattern matches any part of `text`, or `None` if it does not compile.
    pub(crate) fn matches(&self, text: &str) -> Option<bool> {
        match &self.automaton {
            Some(automaton) => Some(automaton.is_match(text)),
            None => self.compiled().ok().map(|pattern| pattern.is_match(text)),
        }
    }
}

impl Clone for LazyPattern {
    fn clone(&self) -> Self {
        let (source, automaton) = (self.source.clone(), self.automaton.clone());
        LazyPattern { source, automaton, compiled: self.compiled.clone() }
    }
}

impl PartialEq for LazyPattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl fmt::Debug for LazyPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyPattern").field(&self.source).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_compared_by_their_source() {
        let [one, same, other] = ["a+", "a+", "b+"].map(LazyPattern::new);
        assert!(one == same && one != other);
        assert!(one.is_match("xa") && one == same, "matching changes nothing");
        assert_eq!(format!("{one:?}"), "LazyPattern(\"a+\")");
    }

    #[test]
    fn an_invalid_pattern_matches_nothing() {
        let pattern = LazyPattern::new("a(b");
        assert_eq!(pattern.compiled().unwrap_err().expression(), "a(b");
        assert!(!pattern.is_match("ab") && pattern.matches("ab").is_none());
        let valid = LazyPattern::new("^a");
        assert_eq!((valid.matches("ab"), valid.matches("b")), (Some(true), Some(false)));
    }
}
