//! Protobuf wrappers: `google.protobuf.Int64Value{value: 3}` and the other wrapper messages, which evaluate to their
//! content.

use crate::cel::value::{Bytes, Text};
use crate::cel::{ErrorKind, EvaluationError, Value};

/// The wrapper type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cel) enum WrapperKind {
    Bool,
    Bytes,
    Double,
    Float,
    Int32,
    Int64,
    String,
    Uint32,
    Uint64,
}

/// The package of the wrapper messages.
const PACKAGE: &str = "google.protobuf.";

impl WrapperKind {
    /// For each wrapper: its name without the package, and the Go type of its field.
    const ALL: [(WrapperKind, &'static str, &'static str); 9] = [
        (WrapperKind::Bool, "BoolValue", "bool"),
        (WrapperKind::Bytes, "BytesValue", "[]uint8"),
        (WrapperKind::Double, "DoubleValue", "float64"),
        (WrapperKind::Float, "FloatValue", "float32"),
        (WrapperKind::Int32, "Int32Value", "int32"),
        (WrapperKind::Int64, "Int64Value", "int64"),
        (WrapperKind::String, "StringValue", "string"),
        (WrapperKind::Uint32, "UInt32Value", "uint32"),
        (WrapperKind::Uint64, "UInt64Value", "uint64"),
    ];

    /// Returns the wrapper with this qualified name.
    pub(in crate::cel) fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix('.').unwrap_or(name).strip_prefix(PACKAGE)?;
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(kind, ..)| *kind)
    }

    /// Returns the value of a literal without a field.
    pub(in crate::cel) fn zero<'a>(self) -> Value<'a> {
        match self {
            WrapperKind::Bool => Value::Bool(false),
            WrapperKind::Bytes => Value::Bytes(Bytes::from(Vec::new())),
            WrapperKind::Double | WrapperKind::Float => Value::Double(0.0),
            WrapperKind::Int32 | WrapperKind::Int64 => Value::Int(0),
            WrapperKind::String => Value::String(Text::from(String::new())),
            WrapperKind::Uint32 | WrapperKind::Uint64 => Value::Uint(0),
        }
    }

    /// Converts the field value, or returns the error of cel-go's conversion (`common/types/pb.FieldDescription` and
    /// `ConvertToNative` of each type).
    pub(in crate::cel) fn wrap(self, value: Value<'_>) -> Result<Value<'_>, EvaluationError> {
        let converted = match (self, value) {
            // The content of an optional is converted, not the optional.
            (_, Value::Optional(content)) => {
                return match content {
                    Some(content) => self.wrap(Value::clone(&content)),
                    None => Err(self.error("optional.none() dereference")),
                };
            }
            (WrapperKind::Int32, Value::Int(number)) if i32::try_from(number).is_err() => {
                Err(EvaluationError::new(ErrorKind::IntegerOverflow).to_string())
            }
            (WrapperKind::Uint32, Value::Uint(number)) if u32::try_from(number).is_err() => {
                Err(EvaluationError::new(ErrorKind::UnsignedIntegerOverflow).to_string())
            }
            (WrapperKind::Float, Value::Double(number)) => Ok(Value::Double(f64::from(number as f32))),
            (WrapperKind::Bool, value @ Value::Bool(_))
            | (WrapperKind::Bytes, value @ Value::Bytes(_))
            | (WrapperKind::Double, value @ Value::Double(_))
            | (WrapperKind::Int32 | WrapperKind::Int64, value @ Value::Int(_))
            | (WrapperKind::String, value @ Value::String(_))
            | (WrapperKind::Uint32 | WrapperKind::Uint64, value @ Value::Uint(_)) => Ok(value),
            (_, value) => Err(self.mismatch(&value)),
        };
        converted.map_err(|reason| self.error(&reason))
    }

    fn row(self) -> (&'static str, &'static str) {
        let row = Self::ALL.iter().find(|(kind, ..)| *kind == self);
        row.map_or(("", ""), |(_, name, go_type)| (*name, *go_type))
    }

    fn error(self, reason: &str) -> EvaluationError {
        let (name, _) = self.row();
        EvaluationError::message(format!("field type conversion error for {PACKAGE}{name}.value value type: {reason}"))
    }

    /// Returns the error for a value that cannot be converted. Each cel-go type has its own message.
    fn mismatch(self, value: &Value<'_>) -> String {
        let (_, go_type) = self.row();
        let from = |found: &str| format!("type conversion error from {found} to '{go_type}'");
        match value {
            Value::String(_) => format!("unsupported native conversion from string to '{go_type}'"),
            Value::Int(_) => format!("unsupported type conversion from 'int' to {go_type}"),
            Value::Uint(_) => format!("unsupported type conversion from 'uint' to {go_type}"),
            Value::Double(_) => from("Double"),
            Value::Bool(_) => from("bool"),
            Value::Bytes(_) => from("Bytes"),
            Value::Null => from("'null_type'"),
            Value::List(list) if self == WrapperKind::Bytes => match list.iter().next() {
                Some(Ok(first)) => self.mismatch(&first).replace("[]uint8", "uint8"),
                _ => from("list"),
            },
            Value::List(_) => from("list"),
            Value::Map(_) => from("map"),
            Value::Duration(_) => from("'Duration'"),
            Value::Timestamp(_) => from("'Timestamp'"),
            Value::Type(_) => "type conversion not supported for 'type'".to_owned(),
            _ => from("object"),
        }
    }
}
