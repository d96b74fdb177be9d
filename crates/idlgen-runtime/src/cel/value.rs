//! CEL values.

mod bytes;
mod data;
mod display;
pub mod equality;
mod list;
mod map;
mod opaque;
pub mod ordering;
mod preserved;
mod size;
mod text;
mod timestamp;

use std::net::IpAddr;
use std::sync::Arc;

use equality::has_no_schema;

pub use bytes::Bytes;
pub(in crate::cel) use equality::{check_key, is_same_key};
pub use list::List;
pub use map::Map;
pub(in crate::cel) use map::order;
pub use preserved::Preserved;
pub(in crate::cel) use size::code_points;
pub use text::Text;
pub use timestamp::Timestamp;

use super::EvaluationError;
use super::library::{cidr::Cidr, format::Format, quantity::Quantity, semver::Semver, url::Url};

/// A CEL value. It borrows from the data and the plan where possible, and is cheap to clone.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// An IEEE 754 double, including NaN and infinities.
    Double(f64),
    /// A Unicode string. Its size is in code points.
    String(Text<'a>),
    /// Bytes, such as the decoded value of a `format: byte` string.
    Bytes(Bytes<'a>),
    /// A duration in nanoseconds.
    Duration(i64),
    /// A point in time, with nanoseconds and the offset of its time zone.
    Timestamp(Timestamp),
    /// A list in the validated data, or one that the expression builds.
    List(List<'a>),
    /// A map, or an object with declared fields.
    Map(Map<'a>),
    /// A type. It is represented by its name in messages (`int`, `google.protobuf.Duration`).
    Type(Text<'a>),
    /// `optional_type(T)`. `None` for `optional.none()`.
    Optional(Option<Arc<Value<'a>>>),
    /// `kubernetes.Quantity`
    Quantity(Arc<Quantity>),
    /// `net.IP`
    Ip(IpAddr),
    /// `net.CIDR`
    Cidr(Cidr),
    /// `kubernetes.URL`
    Url(Arc<Url>),
    /// `kubernetes.Semver`
    Semver(Arc<Semver>),
    /// `kubernetes.NamedFormat`
    Format(&'static Format),
    /// Data of unknown schema inside an object whose schema allows it. It only supports comparison.
    Preserved(Preserved<'a>),
    /// An error in place of a value in a list, map or optional. Accessing the value returns the error, so expressions
    /// never see it as a value.
    Error(Arc<EvaluationError>),
}

impl<'a> Value<'a> {
    /// Creates a borrowed string.
    pub fn text(text: &'a str) -> Self {
        Self::String(Text::Borrowed(text))
    }

    /// Creates an optional with a value.
    pub fn some(value: Value<'a>) -> Self {
        Self::Optional(Some(Arc::new(value)))
    }

    /// The value of `optional.none()`.
    pub const NONE: Value<'static> = Value::Optional(None);

    /// Returns the value without its wrapper: the content of an optional, or the name of a type. It has the same
    /// underlying Go value (`ref.Val.Value`).
    pub fn unwrapped(&self) -> Self {
        match self {
            Self::Optional(Some(content)) => content.unwrapped(),
            Self::Type(name) => Self::String(name.clone()),
            value => value.clone(),
        }
    }

    /// Converts the result of an evaluation to a value that can be stored in a list, map or optional.
    pub(in crate::cel) fn held(outcome: Result<Self, EvaluationError>) -> Self {
        outcome.unwrap_or_else(|error| Self::Error(Arc::new(error)))
    }

    /// Converts a stored value to the result of an access.
    pub(in crate::cel) fn taken(self) -> Result<Self, EvaluationError> {
        match self {
            Self::Error(error) => Err(EvaluationError::clone(&error)),
            value => Ok(value),
        }
    }

    /// Returns the type name as in `type(x)` and messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Optional(_) => "optional_type",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Url(_) => "kubernetes.URL",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Format(_) => "kubernetes.NamedFormat",
            Self::Preserved(_) => "unknown",
            Self::Error(_) => "error",
        }
    }
}

impl Value<'_> {
    /// Returns an error if the value cannot be a key in any list or map.
    pub(in crate::cel) fn check_qualifier(&self) -> Result<(), EvaluationError> {
        match self {
            Self::String(_) | Self::Bool(_) | Self::Int(_) | Self::Uint(_) | Self::Double(_) => Ok(()),
            other => Err(EvaluationError::message(format!("invalid qualifier type: {}", other.go_type_name()))),
        }
    }

    /// Returns the name of the Go type of the value's underlying value in an API server (`ref.Val.Value`).
    pub(in crate::cel) fn go_value_type(&self) -> &'static str {
        match self {
            Self::Null => "structpb.NullValue",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int64",
            Self::Uint(_) => "uint64",
            Self::Double(_) => "float64",
            Self::String(_) | Self::Type(_) => "string",
            Self::Bytes(_) => "[]uint8",
            Self::Duration(_) => "time.Duration",
            Self::Timestamp(_) => "time.Time",
            Self::List(list) if list.is_of_data() || list.is_joined() => "[]interface {}",
            Self::List(_) => "[]ref.Val",
            Self::Map(map) if map.data().is_some() => "map[string]interface {}",
            Self::Map(_) => "map[ref.Val]ref.Val",
            Self::Optional(None) => "<nil>",
            Self::Optional(Some(content)) => content.go_value_type(),
            Self::Quantity(_) => "*resource.Quantity",
            Self::Ip(_) => "netip.Addr",
            Self::Cidr(_) => "netip.Prefix",
            Self::Url(_) => "*url.URL",
            Self::Semver(_) => "semver.Version",
            Self::Format(_) => "cel.Format",
            Self::Preserved(data) => data::go_type(data.data()),
            Self::Error(_) => "*errors.errorString",
        }
    }

    /// Returns the name of the Go type of the value in an API server. A few messages contain it.
    pub(in crate::cel) fn go_type_name(&self) -> &'static str {
        match self {
            Self::Null => "types.Null",
            Self::Bool(_) => "types.Bool",
            Self::Int(_) => "types.Int",
            Self::Uint(_) => "types.Uint",
            Self::Double(_) => "types.Double",
            Self::String(_) => "types.String",
            Self::Bytes(_) => "types.Bytes",
            Self::Duration(_) => "types.Duration",
            Self::Timestamp(_) => "types.Timestamp",
            Self::List(list) => list.go_type_name(),
            // Without its schema, a map has another Go type.
            Self::Map(map) if map.data().is_some_and(|data| !has_no_schema(data)) => "*common.unstructuredMap",
            Self::Map(_) => "*types.baseMap",
            Self::Type(_) => "*types.Type",
            Self::Optional(_) => "*types.Optional",
            Self::Quantity(quantity) if quantity.is_computed() => "*cel.Quantity",
            Self::Quantity(_) => "cel.Quantity",
            Self::Ip(_) => "cel.IP",
            Self::Cidr(_) => "cel.CIDR",
            Self::Url(_) => "cel.URL",
            Self::Semver(_) => "cel.Semver",
            Self::Format(_) => "cel.Format",
            Self::Preserved(_) => "*common.unknownPreserved",
            Self::Error(_) => "*types.Err",
        }
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Self::Double(value)
    }
}

impl From<String> for Value<'_> {
    fn from(value: String) -> Self {
        Self::String(Text::from(value))
    }
}

impl<'a> From<Text<'a>> for Value<'a> {
    fn from(value: Text<'a>) -> Self {
        Self::String(value)
    }
}

impl<'a> From<Vec<Value<'a>>> for Value<'a> {
    fn from(value: Vec<Value<'a>>) -> Self {
        Self::List(List::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_small_and_go_anywhere() {
        fn shared<T: Send + Sync>() {}
        shared::<Value<'static>>();
        assert_eq!(size_of::<Value<'_>>(), 32);
        assert_eq!(size_of::<Result<Value<'_>, crate::cel::EvaluationError>>(), 32);
    }
}
