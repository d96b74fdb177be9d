//! Template clauses.

use crate::cel::EvaluationError;

/// The default precision.
const PRECISION: u64 = 6;

/// The formatting clause after a `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// `%s`
    Text,
    /// `%d`
    Decimal,
    /// `%.6f`
    Fixed(u64),
    /// `%.6e`
    Scientific(u64),
    /// `%b`
    Binary,
    /// `%x`, `%X`
    Hexadecimal { upper: bool },
    /// `%o`
    Octal,
}

impl Clause {
    /// Parses the clause at the start of `text`. Returns it and the rest.
    pub(super) fn parse(text: &str) -> Result<(Self, &str), String> {
        let (precision, text) = match text.strip_prefix('.') {
            None => (PRECISION, text),
            Some(text) => parse_precision(text).map_err(|error| format!("error while parsing precision: {error}"))?,
        };
        let clause = match text.as_bytes().first() {
            Some(b's') => Clause::Text,
            Some(b'd') => Clause::Decimal,
            Some(b'f') => Clause::Fixed(precision),
            Some(b'e') => Clause::Scientific(precision),
            Some(b'b') => Clause::Binary,
            Some(b'x') => Clause::Hexadecimal { upper: false },
            Some(b'X') => Clause::Hexadecimal { upper: true },
            Some(b'o') => Clause::Octal,
            // cel-go uses only the first byte of a multi-byte character.
            Some(byte) => return Err(format!("unrecognized formatting clause \"{}\"", char::from(*byte))),
            None => return Err("unexpected end of string".to_owned()),
        };
        Ok((clause, text.get(1..).unwrap_or_default()))
    }

    /// Returns the error for an argument type that the clause does not support.
    pub(super) fn does_not_take_type(self, type_name: &str) -> EvaluationError {
        let takes = match self {
            Clause::Text => {
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                 durations, and timestamps"
            }
            Clause::Decimal => "decimal clause can only be used on integers",
            Clause::Fixed(_) => "fixed-point clause can only be used on doubles",
            Clause::Scientific(_) => "scientific clause can only be used on doubles",
            Clause::Binary => "only integers and bools can be formatted as binary",
            Clause::Hexadecimal { .. } => "only integers, byte buffers, and strings can be formatted as hex",
            Clause::Octal => "octal clause can only be used on integers",
        };
        EvaluationError::message(format!("{takes}, was given {type_name}"))
    }
}

/// Parses a precision. Returns it and the rest, which must not be empty.
fn parse_precision(text: &str) -> Result<(u64, &str), String> {
    let end =
        text.bytes().position(|byte| !byte.is_ascii_digit()).ok_or("could not find end of precision specifier")?;
    let (digits, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let fail = |why| format!("error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {why}");
    if digits.is_empty() {
        return Err(fail("invalid syntax"));
    }
    match digits.parse::<i64>() {
        Ok(precision) => Ok((precision.unsigned_abs(), rest)),
        Err(_) => Err(fail("value out of range")),
    }
}
