//! Template clauses.

use std::fmt::Write;

use super::{fixed, scientific, value};
use crate::cel::{EvaluationError, Value, library::conversions};

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

    pub(super) fn write(self, argument: &Value<'_>, to: &mut String) -> Result<(), EvaluationError> {
        match (self, argument) {
            (Clause::Text, argument) => return value::write_text(argument, 0, to),
            (Clause::Decimal | Clause::Binary | Clause::Hexadecimal { .. } | Clause::Octal, Value::Int(number)) => {
                if *number < 0 {
                    to.push('-');
                }
                self.write_integer(number.unsigned_abs(), to);
            }
            (Clause::Decimal | Clause::Binary | Clause::Hexadecimal { .. } | Clause::Octal, Value::Uint(number)) => {
                self.write_integer(*number, to);
            }
            (Clause::Fixed(precision), argument) => {
                to.push_str(&fixed(double(argument).ok_or_else(|| self.does_not_take(argument))?, precision));
            }
            (Clause::Scientific(width), argument) => {
                to.push_str(&scientific(double(argument).ok_or_else(|| self.does_not_take(argument))?, width));
            }
            (Clause::Binary, Value::Bool(value)) => to.push(if *value { '1' } else { '0' }),
            (Clause::Hexadecimal { upper }, Value::String(text)) => write_bytes(text.as_bytes(), upper, to),
            (Clause::Hexadecimal { upper }, Value::Bytes(bytes)) => write_bytes(bytes, upper, to),
            _ => return Err(self.does_not_take(argument)),
        }
        Ok(())
    }

    fn write_integer(self, number: u64, to: &mut String) {
        let _ = match self {
            Clause::Binary => write!(to, "{number:b}"),
            Clause::Octal => write!(to, "{number:o}"),
            Clause::Hexadecimal { upper: false } => write!(to, "{number:x}"),
            Clause::Hexadecimal { upper: true } => write!(to, "{number:X}"),
            _ => write!(to, "{number}"),
        };
    }

    fn does_not_take(self, argument: &Value<'_>) -> EvaluationError {
        self.does_not_take_type(argument.type_name())
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

/// Returns the argument if it is a double, or one of the three strings for doubles that JSON cannot represent.
fn double(argument: &Value<'_>) -> Option<f64> {
    match argument {
        Value::Double(number) => Some(*number),
        Value::String(text) if matches!(&**text, "NaN" | "Infinity" | "-Infinity") => {
            conversions::string_to_double(text).ok()
        }
        _ => None,
    }
}

fn write_bytes(bytes: &[u8], upper: bool, to: &mut String) {
    for byte in bytes {
        let _ = if upper { write!(to, "{byte:02X}") } else { write!(to, "{byte:02x}") };
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
