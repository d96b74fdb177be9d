//! Patterns compiled on first use.

use std::{borrow::Cow, fmt, sync::OnceLock};

use super::{Error, Pattern};

/// A Go regular expression that is compiled on first use, for a `static` in generated code or a field of a schema.
///
/// ```
/// use idlgen_runtime::regex::LazyPattern;
/// static LABEL: LazyPattern = LazyPattern::new("^[a-z]+$");
/// assert!(LABEL.compiled().is_ok_and(|pattern| pattern.is_match("abc")));
/// ```
pub struct LazyPattern {
    source: Cow<'static, str>,
    compiled: OnceLock<Result<Pattern, Error>>,
}

impl LazyPattern {
    /// Creates a pattern from a static string.
    pub const fn new(source: &'static str) -> Self {
        LazyPattern { source: Cow::Borrowed(source), compiled: OnceLock::new() }
    }

    /// Creates a pattern from an owned string.
    pub fn owned(source: String) -> Self {
        LazyPattern { source: Cow::Owned(source), compiled: OnceLock::new() }
    }

    /// Returns the source of the pattern.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Returns the compiled pattern, or the compile error.
    pub fn compiled(&self) -> Result<&Pattern, &Error> {
        self.compiled.get_or_init(|| Pattern::new(&self.source)).as_ref()
    }
}

impl Clone for LazyPattern {
    fn clone(&self) -> Self {
        LazyPattern { source: self.source.clone(), compiled: self.compiled.clone() }
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
