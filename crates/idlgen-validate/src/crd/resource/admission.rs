//! What a server answers.

use std::fmt;

use idlgen_runtime::field::{Error, ErrorList, PathBuf};
use serde_json::Value as Json;

/// The request cannot be read as an object of the kind (status 400), before anything is validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Where.
    pub path: PathBuf,
    /// The server's text.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

/// What a client is warned of, printed as the server does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A field that nothing knows was dropped.
    UnknownField(PathBuf),
    /// An error that does not count, because the value was as it is before the update.
    Ratcheted(Error),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::UnknownField(path) => write!(f, "unknown field \"{path}\""),
            Warning::Ratcheted(error) => error.fmt(f),
        }
    }
}

/// What a server answers to a request, and what it would store.
#[derive(Clone, Debug, PartialEq)]
pub struct Admission {
    /// The API group of the kind.
    pub group: String,
    /// The kind.
    pub kind: String,
    /// The object's name.
    pub name: String,
    /// Why the request could not be read; then nothing was validated.
    pub decode_error: Option<DecodeError>,
    /// What is wrong with the object, in the server's order.
    pub errors: ErrorList,
    /// What the client is warned of, in the server's order.
    pub warnings: Vec<Warning>,
    /// The object as it is stored; as it was validated if it is refused.
    pub object: Json,
    /// Where fields stood that nothing knows, and that were dropped.
    pub unknown: Vec<PathBuf>,
}

impl Admission {
    /// Whether the object is stored.
    pub fn is_allowed(&self) -> bool {
        self.decode_error.is_none() && self.errors.is_empty()
    }

    /// Why the request is refused: the message of the server's `Status`
    /// (`k8s.io/apimachinery/pkg/api/errors.NewInvalid`). Nothing if it is not.
    pub fn message(&self) -> Option<String> {
        if let Some(error) = &self.decode_error {
            return Some(error.to_string());
        }
        let Admission { kind, group, name, .. } = self;
        (!self.errors.is_empty()).then(|| format!("{kind}.{group} \"{name}\" is invalid: {}", self.errors))
    }
}
