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
    /// Why it cannot be read as an object of its kind, and where. A server looks at nothing else then.
    pub unreadable: Vec<(PathBuf, String)>,
    /// What is refused, in the server's order.
    pub errors: Vec<Error>,
    /// What is warned of, in the server's order.
    pub warnings: Vec<Warning>,
    /// Where fields stand that the kind does not know.
    pub unknown: Vec<PathBuf>,
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

impl Warning {
    /// The version that an object names is deprecated, in the server's words.
    pub fn deprecated(text: String) -> Self {
        let elements = vec![Element::Field("apiVersion".to_owned())];
        Warning::Other(PathBuf { elements }, text)
    }
}
