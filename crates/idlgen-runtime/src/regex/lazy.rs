//! A pattern that is compiled when it is first needed.

use std::{borrow::Cow, fmt, sync::OnceLock};

use super::{Error, Pattern};

/// A Go regular expression that is compiled when it is first needed, for a `static` of generated code or a field of a
/// schema.
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
    /// A pattern known when the program is compiled.
    pub const fn new(source: &'static str) -> Self {
        LazyPattern { source: Cow::Borrowed(source), compiled: OnceLock::new() }
    }

    /// A pattern read at run time.
    pub fn owned(source: String) -> Self {
        LazyPattern { source: Cow::Owned(source), compiled: OnceLock::new() }
    }

    /// The text of the pattern.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// The compiled pattern, or why it does not compile.
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
