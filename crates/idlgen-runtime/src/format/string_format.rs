//! A string format.

use std::fmt;

use super::family::Family;
use crate::context::Options;

/// A string format.
#[non_exhaustive]
pub struct Format {
    /// The name. [`find`](super::find) ignores dashes.
    pub name: &'static str,
    /// The standard that defines the format.
    pub family: Family,
    /// The first minor version of Kubernetes 1.x that enforces the format in custom resources, or 0 for formats older
    /// than 1.25.
    pub since: u16,
    /// A description in one sentence.
    pub doc: &'static str,
    /// The upstream function that implements the format.
    pub source: &'static str,
    /// Strings that have the format.
    pub examples: &'static [&'static str],
    /// Strings that do not have the format.
    pub counterexamples: &'static [&'static str],
    pub(super) accepts: fn(&str) -> bool,
    pub(super) messages: Option<fn(&str) -> Vec<String>>,
}

impl Format {
    /// Returns `true` if the format is enforced under `options`.
    pub fn applies(&self, options: Options) -> bool {
        match self.family {
            Family::Kep4153 => options.kep4153_formats,
            Family::OpenApi | Family::Kubernetes => options.kubernetes_minor >= self.since,
        }
    }

    /// Returns `true` if `text` has the format.
    #[inline]
    pub fn accepts(&self, text: &str) -> bool {
        (self.accepts)(text)
    }

    /// Returns the errors in `text` with the messages of `k8s.io/apimachinery/pkg/util/validation`. The result is empty
    /// if the text has the format. If the format has no upstream message, the error contains the name of the format.
    #[inline]
    pub fn messages(&self, text: &str) -> Vec<String> {
        if self.accepts(text) {
            return Vec::new();
        }
        self.messages.map_or_else(|| vec![format!("must be of type {}", self.name)], |messages| messages(text))
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format")
            .field("name", &self.name)
            .field("family", &self.family)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
