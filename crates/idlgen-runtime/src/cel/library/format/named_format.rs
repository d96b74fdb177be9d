//! A named format.

use std::fmt;

use crate::cel::Environment;

/// A named format.
pub struct Format {
    /// The name: `dns1123Label`.
    pub name: &'static str,
    /// The size of the regular expression that cel-go assumes in the cost of the check.
    pub(super) expression_size: u64,
    pub(super) messages: fn(&str, Environment) -> Vec<String>,
}

impl Format {
    /// Returns the errors in `text`. The result is empty if the text has the format.
    pub fn messages(&self, text: &str, environment: Environment) -> Vec<String> {
        (self.messages)(text, environment)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}
