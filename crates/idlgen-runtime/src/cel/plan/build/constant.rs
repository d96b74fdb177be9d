//! Converts literals without parts.

use crate::cel::Value;
use crate::cel::program::Constant;
use crate::cel::value::{Bytes, Text};

/// Converts a literal to a value.
pub(super) fn constant(constant: &Constant) -> Value<'static> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Int(value) => Value::Int(*value),
        Constant::Uint(value) => Value::Uint(*value),
        Constant::Double(value) => Value::Double(*value),
        Constant::String(text) => Value::String(Text::from(text.to_string())),
        Constant::Bytes(bytes) => Value::Bytes(Bytes::from(bytes.to_vec())),
    }
}
