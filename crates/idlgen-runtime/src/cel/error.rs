//! Why an evaluation has no value.

use std::fmt;
use std::sync::Arc;

/// Why an evaluation has no value. It is small and cheap to make, because operators such as `||` throw many away; the
/// text is rendered when it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationError {
    kind: ErrorKind,
    /// One more than the position; 0 if there is none.
    position: u32,
}

/// The kinds of errors; texts are cel-go's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// No overload of the function takes values of these types.
    NoSuchOverload,
    /// The map or object has no such key, as it is printed.
    NoSuchKey(Arc<String>),
    /// The list has no element at the index.
    IndexOutOfBounds(i64),
    /// Division by zero.
    DivisionByZero,
    /// Modulus by zero.
    ModulusByZero,
    /// A result beyond the range of `int`.
    IntegerOverflow,
    /// A result beyond the range of `uint`.
    UnsignedIntegerOverflow,
    /// A result beyond the range of `google.protobuf.Duration`.
    DurationOverflow,
    /// A result beyond the range of `google.protobuf.Timestamp`.
    TimestampOverflow,
    /// The value of an empty optional was asked for.
    OptionalNone,
    /// The evaluation cost more than it may.
    CostLimitExceeded,
    /// The program nests too deeply to be evaluated.
    TooDeep,
    /// The API server's program itself goes wrong on such values: nothing after that is evaluated.
    Internal(Arc<String>),
    /// Any other text.
    Message(Arc<String>),
}

impl EvaluationError {
    /// An error of that kind.
    pub const fn new(kind: ErrorKind) -> Self {
        Self { kind, position: 0 }
    }

    /// `no such overload`.
    pub const fn no_such_overload() -> Self {
        Self::new(ErrorKind::NoSuchOverload)
    }

    /// An error with a text of its own.
    pub fn message(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Message(Arc::new(message.into())))
    }

    /// `type conversion error from 'A' to 'B'`.
    pub fn conversion(from: &str, to: &str) -> Self {
        Self::message(format!("type conversion error from '{from}' to '{to}'"))
    }

    /// The kind.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Is it `no such overload`, with or without the name of the function?
    pub fn is_no_such_overload(&self) -> bool {
        match &self.kind {
            ErrorKind::NoSuchOverload => true,
            ErrorKind::Message(message) => message.starts_with("no such overload"),
            _ => false,
        }
    }

    /// Does the error end the evaluation, whatever else there is?
    #[inline]
    pub(super) fn is_final(&self) -> bool {
        matches!(self.kind, ErrorKind::CostLimitExceeded | ErrorKind::Internal(_))
    }

    /// Where the part of the expression stands that failed, in code points from the start of its source text, if that
    /// is known.
    pub fn position(&self) -> Option<u32> {
        self.position.checked_sub(1)
    }

    /// The same error, at that place unless it has one already.
    #[must_use]
    pub fn at(mut self, position: u32) -> Self {
        self.place(position);
        self
    }

    /// Places the error, unless it has a place already.
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
    /// The text that cel-go gives.
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
