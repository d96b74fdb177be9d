//! Evaluation errors.

use std::fmt;
use std::sync::Arc;

/// An evaluation error. It is small and cheap to create because operators such as `||` discard many errors. The message
/// is only formatted when it is displayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationError {
    kind: ErrorKind,
    /// The position plus one, or 0 if the error has no position.
    position: u32,
}

/// Kinds of evaluation errors. The messages are those of cel-go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// No overload of the function accepts these types.
    NoSuchOverload,
    /// The map or object does not have this key (as formatted for the message).
    NoSuchKey(Arc<String>),
    /// The list has no element at the index.
    IndexOutOfBounds(i64),
    /// `1 / 0`, for `int` and `uint`.
    DivisionByZero,
    /// `1 % 0`.
    ModulusByZero,
    /// A result beyond the range of `int`.
    IntegerOverflow,
    /// A result beyond the range of `uint`.
    UnsignedIntegerOverflow,
    /// A result beyond the range of `google.protobuf.Duration`.
    DurationOverflow,
    /// A result beyond the range of `google.protobuf.Timestamp`.
    TimestampOverflow,
    /// The expression accesses the value of an empty optional.
    OptionalNone,
    /// The evaluation exceeds its cost limit.
    CostLimitExceeded,
    /// The expression nests too deeply.
    TooDeep,
    /// The values crash the API server's implementation with this message. The evaluation stops.
    Internal(Arc<String>),
    /// Any other message.
    Message(Arc<String>),
}

impl EvaluationError {
    /// Creates an error of this kind.
    pub const fn new(kind: ErrorKind) -> Self {
        Self { kind, position: 0 }
    }

    /// Creates the error for values that no overload accepts.
    pub const fn no_such_overload() -> Self {
        Self::new(ErrorKind::NoSuchOverload)
    }

    /// Creates an error with a custom message.
    pub fn message(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Message(Arc::new(message.into())))
    }

    /// Creates `type conversion error from 'A' to 'B'`.
    pub fn conversion(from: &str, to: &str) -> Self {
        Self::message(format!("type conversion error from '{from}' to '{to}'"))
    }

    /// Returns the kind, which determines the message.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns `true` for `no such overload`, with or without the name of the function.
    pub fn is_no_such_overload(&self) -> bool {
        match &self.kind {
            ErrorKind::NoSuchOverload => true,
            ErrorKind::Message(message) => message.starts_with("no such overload"),
            _ => false,
        }
    }

    /// Returns `true` if the error stops the evaluation and no operator can absorb it.
    #[inline]
    pub(super) fn is_final(&self) -> bool {
        matches!(self.kind, ErrorKind::CostLimitExceeded | ErrorKind::Internal(_))
    }

    /// Returns `true` if values are neither treated as equal nor as unequal because of the error: it says nothing about
    /// them.
    pub(super) fn ends_comparison(&self) -> bool {
        self.is_final() || self.kind == ErrorKind::TooDeep
    }

    /// Returns the position of the failing subexpression in code points from the start of the source, if known.
    pub fn position(&self) -> Option<u32> {
        self.position.checked_sub(1)
    }

    /// Sets the position unless the error already has one. Returns the error.
    #[must_use]
    pub fn at(mut self, position: u32) -> Self {
        self.place(position);
        self
    }

    /// Sets the position in place unless the error already has one.
    pub(super) fn place(&mut self, position: u32) {
        if self.position == 0 {
            self.position = position.saturating_add(1);
        }
    }
}

impl From<ErrorKind> for EvaluationError {
    fn from(kind: ErrorKind) -> Self {
        Self::new(kind)
    }
}

impl fmt::Display for EvaluationError {
    /// Formats the message of cel-go.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::NoSuchOverload => formatter.write_str("no such overload"),
            ErrorKind::NoSuchKey(key) => write!(formatter, "no such key: {key}"),
            ErrorKind::IndexOutOfBounds(index) => write!(formatter, "index out of bounds: {index}"),
            ErrorKind::DivisionByZero => formatter.write_str("division by zero"),
            ErrorKind::ModulusByZero => formatter.write_str("modulus by zero"),
            ErrorKind::IntegerOverflow => formatter.write_str("integer overflow"),
            ErrorKind::UnsignedIntegerOverflow => formatter.write_str("unsigned integer overflow"),
            ErrorKind::DurationOverflow => formatter.write_str("duration overflow"),
            ErrorKind::TimestampOverflow => formatter.write_str("timestamp overflow"),
            ErrorKind::OptionalNone => formatter.write_str("optional.none() dereference"),
            ErrorKind::CostLimitExceeded => formatter.write_str("operation cancelled: actual cost limit exceeded"),
            ErrorKind::TooDeep => formatter.write_str("expression nests too deeply"),
            ErrorKind::Internal(message) => write!(formatter, "internal error: {message}"),
            ErrorKind::Message(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for EvaluationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_place_stays() {
        let error = EvaluationError::no_such_overload();
        assert_eq!(error.position(), None);
        assert_eq!(error.at(3).at(1).position(), Some(3));
        assert!(size_of::<EvaluationError>() <= 24);
    }
}
