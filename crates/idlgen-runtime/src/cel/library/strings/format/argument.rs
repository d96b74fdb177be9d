//! Writes the arguments of clauses.

use std::fmt::Write;

use super::{clause::Clause, fixed, scientific, value};
use crate::cel::{EvaluationError, Value, library::conversions};

impl Clause {
    /// Writes an argument as the clause specifies.
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
