//! What a schema document says that cannot be taken as a schema.

use thiserror::Error;

/// A place in a schema document that was left out or only kept, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pointer}{}{message}", if pointer.is_empty() { "" } else { ": " })]
#[non_exhaustive]
pub struct Problem {
    /// The place, as a JSON pointer (RFC 6901); empty for the document itself.
    pub pointer: String,
    /// The kind.
    pub kind: ProblemKind,
    /// What is wrong, as a sentence without its end.
    pub message: String,
}

/// Kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemKind {
    /// No keyword has this name. It is kept in [`Schema::other`](crate::Schema::other) and has no effect.
    UnknownKeyword,
    /// JSON Schema draft 4 has the keyword or the form, Kubernetes' schemas must not. It is executed
    /// ([`Draft4`](crate::schema::Draft4)).
    Draft4,
    /// JSON Schema has the keyword or the form. It is kept in [`Schema::other`](crate::Schema::other) and has no
    /// effect, so that a value may pass which it would refuse.
    Unsupported,
    /// The value of a keyword is of the wrong type. The keyword is left out.
    WrongType,
    /// A `$ref` that names no definition.
    BadReference,
    /// Nested deeper than 128 schemas. What is below is left out.
    TooDeep,
}

impl Problem {
    /// A problem at a place.
    pub(super) fn new(pointer: impl Into<String>, kind: ProblemKind, message: impl Into<String>) -> Self {
        Problem { pointer: pointer.into(), kind, message: message.into() }
    }
}
