//! Pattern compile errors.

use std::fmt;

/// A compile error, with the message of Go's `regexp.Compile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: Code,
    expression: String,
}

/// The kinds of errors (`regexp/syntax.ErrorCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    InvalidCharRange,
    InvalidEscape,
    InvalidNamedCapture,
    InvalidPerlOp,
    InvalidRepeatOp,
    InvalidRepeatSize,
    MissingBracket,
    MissingParen,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParen,
    NestingDepth,
    Large,
}

impl Error {
    /// Creates an error about `expression`, which is a part of the pattern.
    pub(super) fn new(code: Code, expression: &str) -> Self {
        Error { code, expression: expression.to_owned() }
    }

    /// Returns the invalid part of the pattern.
    pub fn expression(&self) -> &str {
        &self.expression
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.code {
            Code::InvalidCharRange => "invalid character class range",
            Code::InvalidEscape => "invalid escape sequence",
            Code::InvalidNamedCapture => "invalid named capture",
            Code::InvalidPerlOp => "invalid or unsupported Perl syntax",
            Code::InvalidRepeatOp => "invalid nested repetition operator",
            Code::InvalidRepeatSize => "invalid repeat count",
            Code::MissingBracket => "missing closing ]",
            Code::MissingParen => "missing closing )",
            Code::MissingRepeatArgument => "missing argument to repetition operator",
            Code::TrailingBackslash => "trailing backslash at end of expression",
            Code::UnexpectedParen => "unexpected )",
            Code::NestingDepth => "expression nests too deeply",
            Code::Large => "expression too large",
        };
        write!(f, "error parsing regexp: {what}: `{}`", self.expression)
    }
}

impl std::error::Error for Error {}
