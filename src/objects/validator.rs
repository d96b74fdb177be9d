//! Validators for objects, one per kind.

use std::fmt::Debug;

use idlgen_runtime::field::{Element, Error, PathBuf};
use serde_json::Value as Json;

/// Validates objects of one kind, or values of one type. It is created once and used by any number of threads.
pub trait KindValidator: Debug + Send + Sync {
    /// Validates a new object, or one that replaces the object `old`.
    fn validate(&self, object: &Json, old: Option<&Json>, request: Request) -> ValidationResult;

    /// Returns an object as stored by a server: pruned, then with defaults.
    ///
    /// # Errors
    /// Returns the reason why the object cannot be read as an object of the kind.
    fn stored(&self, object: &Json) -> Result<Json, String>;

    /// Returns an object without unknown fields.
    ///
    /// # Errors
    /// Returns the reason why the object cannot be read as an object of the kind.
    fn pruned(&self, object: &Json) -> Result<Json, String>;

    /// Returns the JSON pointer of the violated keyword in the schema of the kind.
    fn schema_path(&self, _: &Error) -> Option<String> {
        None
    }

    /// Returns the most similar known name for a misspelled field, without its path.
    fn nearest_field(&self, path: &PathBuf) -> Option<String>;
}

/// The requested operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Request {
    /// A write of the object.
    #[default]
    Object,
    /// A write of the object's `status`.
    Status,
}

/// The problems of an object.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "sources of kinds fill it in")]
pub struct ValidationResult {
    /// The reasons why the object cannot be decoded as an object of its kind. A server reports only one of them: the
    /// first one that stops decoding, otherwise the first one in document order.
    pub unreadable: Vec<Unreadable>,
    /// The prefix of the server's message for an object that cannot be decoded:
    /// `Pod in version "v1" cannot be handled as a Pod: `. `None` if a server does not decode objects of the kind in
    /// document order.
    pub heading: Option<String>,
    /// The errors in the order of the server, without duplicates.
    pub errors: Vec<Error>,
    /// The causes in the server's response, as indices into the errors. If empty, the causes are the errors.
    pub causes: Vec<usize>,
    /// The warnings, in the order of the server.
    pub warnings: Vec<Warning>,
    /// The paths of unknown fields.
    pub unknown: Vec<PathBuf>,
}

/// A value that cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "sources of kinds fill it in")]
pub struct Unreadable {
    /// The path of the value.
    pub path: PathBuf,
    /// The reason.
    pub message: String,
    /// `true` if a server stops decoding here.
    pub stops: bool,
}

impl Unreadable {
    /// Creates a value at which a server stops decoding.
    pub fn new(path: PathBuf, message: String) -> Self {
        Unreadable { path, message, stops: true }
    }
}

/// A warning that a server returns with an accepted object.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "every warning is shown in its own way")]
pub enum Warning {
    /// A ratcheted error: the value was already invalid before the update.
    Ratcheted(Error),
    /// Any other warning, with its path.
    Other(PathBuf, String),
}

impl ValidationResult {
    /// Returns the indices of an error among the causes of the server's response.
    pub(super) fn causes_of(&self, error: usize) -> Vec<usize> {
        if self.causes.is_empty() {
            return vec![error];
        }
        let causes = self.causes.iter().enumerate();
        causes.filter(|(_, cause)| **cause == error).map(|(index, _)| index).collect()
    }
}

impl Warning {
    /// Creates the warning about a deprecated version, with the server's message.
    pub fn deprecated(text: String) -> Self {
        let elements = vec![Element::Field("apiVersion".to_owned())];
        Warning::Other(PathBuf { elements }, text)
    }
}
