//! Problems in documents with schemas.

use thiserror::Error;

/// A part of a document that has been omitted or that has no effect, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pointer}{}{message}", if pointer.is_empty() { "" } else { ": " })]
#[non_exhaustive]
pub struct Problem {
    /// The location as a JSON pointer (RFC 6901). Empty if the problem concerns the entire document.
    pub pointer: String,
    /// The problem, without its location.
    pub kind: ProblemKind,
    /// The problem, as a sentence without its period.
    pub message: String,
}

/// Kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The keyword is unknown. It is preserved in [`Schema::other`](crate::Schema::other) and has no effect.
    UnknownKeyword,
    /// A keyword or syntax of JSON Schema draft 4 that Kubernetes schemas must not contain. Validation applies it
    /// ([`Draft4`](crate::schema::Draft4)).
    Draft4,
    /// A keyword or syntax of JSON Schema that is preserved in [`Schema::other`](crate::Schema::other) and has no
    /// effect. Values that it would reject may therefore be accepted.
    Unsupported,
    /// The value of a keyword has the wrong type. The keyword is omitted.
    WrongType,
    /// A `$ref` does not contain the name of a definition.
    BadReference,
    /// The schema is nested in more than 128 schemas. Deeper parts are omitted.
    TooDeep,
}

impl Problem {
    /// Creates a problem at a location.
    pub fn new(pointer: impl Into<String>, kind: ProblemKind, message: impl Into<String>) -> Self {
        Problem { pointer: pointer.into(), kind, message: message.into() }
    }
}
