//! Problems in schema documents.

use thiserror::Error;

/// A part of a schema document that was omitted or only preserved, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{pointer}{}{message}", if pointer.is_empty() { "" } else { ": " })]
#[non_exhaustive]
pub struct Problem {
    /// The location as a JSON pointer (RFC 6901). Empty for the document itself.
    pub pointer: String,
    /// The kind.
    pub kind: ProblemKind,
    /// The problem, as a sentence without its period.
    pub message: String,
}

/// Kinds of [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Unknown keyword. It is preserved in [`Schema::other`](crate::Schema::other) and has no effect.
    UnknownKeyword,
    /// A keyword or syntax of JSON Schema draft 4 that Kubernetes schemas must not have. It is executed
    /// ([`Draft4`](crate::schema::Draft4)).
    Draft4,
    /// A keyword or syntax of JSON Schema. It is preserved in [`Schema::other`](crate::Schema::other) and has no
    /// effect, so values may pass that it would reject.
    Unsupported,
    /// The value of a keyword has the wrong type. The keyword is omitted.
    WrongType,
    /// A `$ref` that does not name a definition.
    BadReference,
    /// Nested deeper than 128 schemas. Deeper parts are omitted.
    TooDeep,
}

impl Problem {
    /// Creates a problem at a location.
    pub(super) fn new(pointer: impl Into<String>, kind: ProblemKind, message: impl Into<String>) -> Self {
        Problem { pointer: pointer.into(), kind, message: message.into() }
    }
}
