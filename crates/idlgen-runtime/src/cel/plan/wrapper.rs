//! Protobuf wrappers: `google.protobuf.Int64Value{value: 3}` and the other wrapper messages, which evaluate to their
//! content.

use std::sync::Arc;

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

    /// Converts the field value, or returns the error of cel-go's conversion.
    pub(in crate::cel) fn wrap(self, value: Value<'_>) -> Result<Value<'_>, EvaluationError> {
        match (self, &value) {
            (_, Value::Optional(Some(content))) => return self.wrap(Value::clone(content)),
            // The API server converts such a list to another slice, and cel-go panics.
            (WrapperKind::Bytes, Value::List(list)) => {
                if let Some(go_type) = list.go_slice_type() {
                    return Err(ErrorKind::Internal(Arc::new(format!("invalid type: {go_type}"))).into());
                }
            }
            _ => {}
        }
        self.native(value).map_err(|reason| field_error(&format!("{PACKAGE}{}.value", self.row().0), &reason))
    }

    /// Converts a value to the Go type of the field, or returns the reason why cel-go does not (`ConvertToNative` of
    /// each type).
    pub(in crate::cel) fn native(self, value: Value<'_>) -> Result<Value<'_>, String> {
        Ok(match (self, value) {
            // The content of an optional is converted, not the optional.
            (_, Value::Optional(Some(content))) => return self.native(Value::clone(&content)),
            (_, Value::Optional(None)) => return Err(EvaluationError::new(ErrorKind::OptionalNone).to_string()),
            (WrapperKind::Int32, Value::Int(number)) if i32::try_from(number).is_err() => {
                return Err(EvaluationError::new(ErrorKind::IntegerOverflow).to_string());
            }
            (WrapperKind::Uint32, Value::Uint(number)) if u32::try_from(number).is_err() => {
                return Err(EvaluationError::new(ErrorKind::UnsignedIntegerOverflow).to_string());
            }
            (WrapperKind::Float, Value::Double(number)) => Value::Double(f64::from(number as f32)),
            (WrapperKind::Bool, value @ Value::Bool(_))
            | (WrapperKind::Bytes, value @ Value::Bytes(_))
            | (WrapperKind::Double, value @ Value::Double(_))
            | (WrapperKind::Int32 | WrapperKind::Int64, value @ Value::Int(_))
            | (WrapperKind::String, value @ Value::String(_))
            | (WrapperKind::Uint32 | WrapperKind::Uint64, value @ Value::Uint(_)) => value,
            // Kubernetes types convert to strings.
            (WrapperKind::String, Value::Quantity(quantity)) => Value::from(quantity.number().canonical().into_owned()),
            (WrapperKind::String, Value::Ip(address)) => Value::from(address.to_string()),
            (WrapperKind::String, Value::Cidr(block)) => Value::from(block.to_string()),
            (WrapperKind::String, Value::Url(url)) => Value::from(url.to_string()),
            (WrapperKind::String, Value::Semver(version)) => Value::from(version.to_string()),
            (WrapperKind::Bytes, Value::List(list)) => {
                Value::Bytes(Bytes::from(list.iter_held().map(byte).collect::<Result<Vec<u8>, _>>()?))
            }
            (_, value) => return Err(mismatch(&value, self.row().1)),
        })
    }

    fn row(self) -> (&'static str, &'static str) {
        let row = Self::ALL.iter().find(|(kind, ..)| *kind == self);
        row.map_or(("", ""), |(_, name, go_type)| (*name, *go_type))
    }
}

/// Returns the error for a field of a message that a value cannot be converted to.
#[cold]
pub(in crate::cel) fn field_error(field: &str, reason: &str) -> EvaluationError {
    EvaluationError::message(format!("field type conversion error for {field} value type: {reason}"))
}

/// Converts an element of a list to a byte.
fn byte(element: Value<'_>) -> Result<u8, String> {
    match element {
        Value::Uint(number) => {
            u8::try_from(number).map_err(|_| EvaluationError::new(ErrorKind::UnsignedIntegerOverflow).to_string())
        }
        Value::Optional(Some(content)) => byte(Value::clone(&content)),
        Value::Optional(None) => Err(EvaluationError::new(ErrorKind::OptionalNone).to_string()),
        other => Err(mismatch(&other, "uint8")),
    }
}

/// Returns the error for a value that cannot be converted to a Go type. Each cel-go type has its own message.
fn mismatch(value: &Value<'_>, go_type: &str) -> String {
    let from = |found: &str| format!("type conversion error from {found} to '{go_type}'");
    match value {
        Value::String(_) => format!("unsupported native conversion from string to '{go_type}'"),
        Value::Int(_) => format!("unsupported type conversion from 'int' to {go_type}"),
        Value::Uint(_) => format!("unsupported type conversion from 'uint' to {go_type}"),
        Value::Double(_) => from("Double"),
        Value::Bool(_) => from("bool"),
        Value::Bytes(_) => from("Bytes"),
        Value::Null => from("'null_type'"),
        Value::List(list) if list.is_of_data() => from("'list(dyn)'"),
        Value::List(_) => from("list"),
        Value::Map(map) if map.data().is_some() => from("'map(dyn, dyn)'"),
        Value::Map(_) => from("map"),
        Value::Duration(_) => from("'Duration'"),
        Value::Timestamp(_) => from("'Timestamp'"),
        Value::Quantity(_) => from("'Quantity'"),
        Value::Ip(_) => from("'IP'"),
        Value::Cidr(_) => from("'CIDR'"),
        Value::Url(_) => from("'URL'"),
        Value::Semver(_) => from("'Semver'"),
        Value::Format(_) => from("'Format'"),
        Value::Type(_) => "type conversion not supported for 'type'".to_owned(),
        Value::Error(error) => error.to_string(),
        Value::Preserved(_) => format!(
            "type conversion to '{go_type}' not supported for values preserved by x-kubernetes-preserve-unknown-fields"
        ),
        Value::Optional(_) => from("object"),
    }
}
