//! What is wrong with a template, and what goes wrong when it is evaluated.

use thiserror::Error;

use super::{MAX_DEPTH, MAX_STEPS, MAX_TEMPLATE};

/// A template that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{refusal}")]
pub struct ParseError {
    /// What is wrong.
    pub refusal: Refusal,
    /// The byte of the template where it is: the beginning of what is not closed, not understood or not allowed.
    pub at: usize,
}

/// What is wrong with a template, in client-go's words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A `{` without its `}`, or a line that ends before it.
    #[error("unclosed action")]
    UnclosedAction,
    /// A character that nothing begins with.
    #[error("unrecognized character in action: {}", unicode(*.0))]
    UnrecognizedCharacter(char),
    /// `....`
    #[error("invalid multiple recursive descent")]
    MultipleRecursiveDescent,
    /// Digits that are no number.
    #[error("cannot parse number {0}")]
    Number(String),
    /// A `[` without its `]`.
    #[error("unterminated array")]
    UnterminatedArray,
    /// What stands in brackets is no index, no slice and no key.
    #[error("invalid array index {0}")]
    Subscript(String),
    /// An index that is no number of 64 bits.
    #[error("array index {0} is not a number")]
    Index(String),
    /// A `[?(` without its `)`.
    #[error("unterminated filter")]
    UnterminatedFilter,
    /// A `[?(…)` without its `]`.
    #[error("unclosed array expect ]")]
    UnclosedFilter,
    /// A quote without its other.
    #[error("unterminated quoted string")]
    UnterminatedQuote,
    /// A quoted text with an escape that Go does not have.
    #[error("unquote string {0} error invalid syntax")]
    Escape(String),
    /// More bytes than [`MAX_TEMPLATE`]. Not client-go's.
    #[error("the template is longer than {MAX_TEMPLATE} bytes")]
    TooLong,
    /// Filters or unions in each other, deeper than [`MAX_DEPTH`]. Not client-go's.
    #[error("the template nests deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// A template that cannot be evaluated on some data, in client-go's words where it has them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A field that no value has.
    #[error("{0} is not found")]
    NotFound(String),
    /// A word that is neither `range` nor `end`.
    #[error("unrecognized identifier {0}")]
    UnrecognizedIdentifier(String),
    /// An `end` without its `range`.
    #[error("not in range, nothing to end")]
    NotInRange,
    /// A subscript of what is no list; the type is Go's name of it.
    #[error("{0} is not array or slice")]
    NotAList(&'static str),
    /// A filter of what is no list; the value is printed as Go does.
    #[error("{0} is not array or slice and cannot be filtered")]
    NotFiltered(String),
    /// An index that the list does not have.
    #[error("array index out of bounds: index {index}, length {length}")]
    OutOfBounds {
        /// The index.
        index: i64,
        /// How many items there are.
        length: i64,
    },
    /// A slice that ends before it begins.
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
    /// A side of a comparison has more than one value.
    #[error("can only compare one element at a time")]
    SeveralElements,
    /// An operator that there is not.
    #[error("unrecognized filter operator {0}")]
    UnrecognizedOperator(String),
    /// A comparison of values of two types.
    #[error("incompatible types for comparison")]
    IncompatibleTypes,
    /// A comparison of what has no order, or is no single value.
    #[error("invalid type for comparison")]
    InvalidType,
    /// A subscript, a range or JSON of a value that is not there. client-go crashes.
    #[error("there is no value to go on with")]
    NoValue,
    /// More steps than [`MAX_STEPS`]. Not client-go's.
    #[error("the template takes more than {MAX_STEPS} steps")]
    TooManySteps,
    /// Ranges in each other, deeper than [`MAX_DEPTH`]. Not client-go's.
    #[error("ranges nest deeper than {MAX_DEPTH} levels")]
    TooDeep,
}

/// A character as Go's `%#U` prints it.
fn unicode(character: char) -> String {
    let code = format!("U+{:04X}", u32::from(character));
    if idlgen_runtime::go::is_printable(character) { format!("{code} '{character}'") } else { code }
}
