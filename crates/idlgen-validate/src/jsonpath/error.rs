//! Template syntax errors and evaluation errors.

use thiserror::Error;

use super::limits::{MAX_DEPTH, MAX_STEPS, MAX_TEMPLATE};

/// A template parse error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ParseError {
    /// The syntax error.
    pub error: SyntaxError,
    /// Byte offset of the error in the template: the start of the unclosed, unknown or disallowed part.
    pub at: usize,
}

/// A template syntax error, with client-go's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SyntaxError {
    /// A `{` without a closing `}` on the same line.
    #[error("unclosed action")]
    UnclosedAction,
    /// An unexpected character.
    #[error("unrecognized character in action: {}", unicode(*.0))]
    UnrecognizedCharacter(char),
    /// The text `....`.
    #[error("invalid multiple recursive descent")]
    MultipleRecursiveDescent,
    /// Digits that are not a number.
    #[error("cannot parse number {0}")]
    Number(String),
    /// A `[` without a closing `]`.
    #[error("unterminated array")]
    UnterminatedArray,
    /// The content of brackets is not an index, a slice or a key.
    #[error("invalid array index {0}")]
    Subscript(String),
    /// An index that is not a 64-bit number.
    #[error("array index {0} is not a number")]
    Index(String),
    /// A `[?(` without a closing `)`.
    #[error("unterminated filter")]
    UnterminatedFilter,
    /// A `[?(…)` without a closing `]`.
    #[error("unclosed array expect ]")]
    UnclosedFilter,
    /// A quote without a closing quote.
    #[error("unterminated quoted string")]
    UnterminatedQuote,
    /// A quoted string with an escape that Go does not support.
    #[error("unquote string {0} error invalid syntax")]
    Escape(String),
    /// The template has more than [`MAX_TEMPLATE`] bytes. Not an error of client-go.
    #[error("the template is longer than {MAX_TEMPLATE} bytes")]
    TooLong,
    /// Filters or unions are nested deeper than [`MAX_DEPTH`]. Not an error of client-go.
    #[error("the template nests deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// A template evaluation error, with client-go's message if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The path of a field that does not exist in any value.
    #[error("{0} is not found")]
    NotFound(String),
    /// An identifier other than `range` and `end`.
    #[error("unrecognized identifier {0}")]
    UnrecognizedIdentifier(String),
    /// An `end` without a `range`.
    #[error("not in range, nothing to end")]
    NotInRange,
    /// A subscript of a value that is not a list. Contains the Go type.
    #[error("{0} is not array or slice")]
    NotAList(&'static str),
    /// A filter of a value that is not a list. Contains the value as formatted by Go.
    #[error("{0} is not array or slice and cannot be filtered")]
    NotFiltered(String),
    /// An index out of range.
    #[error("array index out of bounds: index {index}, length {length}")]
    OutOfBounds {
        /// The index after negative indices were resolved.
        index: i64,
        /// The length of the list.
        length: i64,
    },
    /// A slice whose end is before its start.
    #[error("starting index {start} is greater than ending index {end}")]
    Backwards {
        /// The first index.
        start: i64,
        /// The index after the last.
        end: i64,
    },
    /// A slice with a step of zero or less.
    #[error("step must be > 0")]
    Step,
    /// An operand of a comparison has more than one result.
    #[error("can only compare one element at a time")]
    SeveralElements,
    /// An unknown operator.
    #[error("unrecognized filter operator {0}")]
    UnrecognizedOperator(String),
    /// A comparison of values with different types.
    #[error("incompatible types for comparison")]
    IncompatibleTypes,
    /// A comparison of values that cannot be ordered, or of values that are not scalars.
    #[error("invalid type for comparison")]
    InvalidType,
    /// A subscript, a range or JSON output of a missing value, for which client-go crashes.
    #[error("there is no value to go on with")]
    NoValue,
    /// The evaluation takes more than [`MAX_STEPS`] steps. Not an error of client-go.
    #[error("the template takes more than {MAX_STEPS} steps")]
    TooManySteps,
    /// Ranges are nested deeper than [`MAX_DEPTH`]. Not an error of client-go.
    #[error("ranges nest deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// Formats a character like Go's `%#U`.
fn unicode(character: char) -> String {
    let code = format!("U+{:04X}", u32::from(character));
    if idlgen_runtime::go::is_printable(character) { format!("{code} '{character}'") } else { code }
}

pub(super) fn syntax_error(refusal: SyntaxError, at: usize) -> ParseError {
    ParseError { error: refusal, at }
}
