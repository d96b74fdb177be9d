//! What judges the objects of a kind.

use std::fmt::Debug;

use idlgen_runtime::field::{Element, Error, PathBuf};
use serde_json::Value as Json;

/// What judges the objects of one kind, or the values of one type. It is made once and used from any number of threads.
pub trait Subject: Debug + Send + Sync {
    /// Judges an object that is created, or that replaces the object `old`.
    fn judge(&self, object: &Json, old: Option<&Json>, request: Request) -> Judgement;

    /// An object as a server stores it: pruned, then with defaults.
    ///
    /// # Errors
    /// What cannot be read as an object of the kind.
    fn stored(&self, object: &Json) -> Result<Json, String>;

    /// An object without what the kind does not know.
    ///
    /// # Errors
    /// What cannot be read as an object of the kind.
    fn pruned(&self, object: &Json) -> Result<Json, String>;

    /// The JSON pointer of the keyword that an error is about, in the schema of the kind.
    fn schema_path(&self, _: &Error) -> Option<String> {
        None
    }

    /// The field that a misspelt one was meant to be: its name, without what is around it.
    fn nearest_field(&self, path: &PathBuf) -> Option<String>;
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Request {
    /// That the object is stored.
    #[default]
    Object,
    /// That its `status` is stored.
    Status,
}

/// What is wrong with an object.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "sources of kinds fill it in")]
pub struct Judgement {
    /// Why it cannot be read as an object of its kind. A server reports one of them, and nothing else then: the first
    /// at which it stops reading, else the first, in the order of the document.
    pub unreadable: Vec<Unreadable>,
    /// The beginning of the server's text about what cannot be read, if a server reads objects of the kind in the
    /// order of the document: `Pod in version "v1" cannot be handled as a Pod: `.
    pub heading: Option<String>,
    /// What is refused, in the server's order, each once.
    pub errors: Vec<Error>,
    /// The causes of the server's response, as indices of errors. Empty: each error once.
    pub causes: Vec<usize>,
    /// What is warned of, in the server's order.
    pub warnings: Vec<Warning>,
    /// Where fields stand that the kind does not know.
    pub unknown: Vec<PathBuf>,
}

/// A value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "sources of kinds fill it in")]
pub struct Unreadable {
    /// Where it is.
    pub path: PathBuf,
    /// Why.
    pub message: String,
    /// Whether a server reads no further.
    pub stops: bool,
}

impl Unreadable {
    /// A value at which a server stops.
    pub fn new(path: PathBuf, message: String) -> Self {
        Unreadable { path, message, stops: true }
    }
}

/// What is warned of.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "every warning is shown in its own way")]
pub enum Warning {
    /// An error that does not count, because the value was so before the update.
    Ratcheted(Error),
    /// Anything else, about what stands at the path.
    Other(PathBuf, String),
}

impl Judgement {
    /// The indices of an error among the causes of the server's response.
    pub(super) fn causes_of(&self, error: usize) -> Vec<usize> {
        if self.causes.is_empty() {
            return vec![error];
        }
        let causes = self.causes.iter().enumerate();
        causes.filter(|(_, cause)| **cause == error).map(|(index, _)| index).collect()
    }
}

impl Warning {
    /// The version that an object names is deprecated, in the server's words.
    pub fn deprecated(text: String) -> Self {
        let elements = vec![Element::Field("apiVersion".to_owned())];
        Warning::Other(PathBuf { elements }, text)
    }
}
