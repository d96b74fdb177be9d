//! CEL values.

mod bytes;
mod data;
mod display;
pub mod equality;
mod go_type;
mod list;
mod map;
mod nesting;
mod opaque;
pub mod ordering;
mod preserved;
mod size;
mod text;
mod timestamp;

use std::net::IpAddr;
use std::sync::Arc;

pub use bytes::Bytes;
pub(in crate::cel) use equality::{check_key, is_same_key};
pub(in crate::cel) use map::order;
pub(in crate::cel) use size::code_points;
pub use text::Text;
pub use timestamp::Timestamp;

use super::library::{cidr::Cidr, format::Format, quantity::Quantity, semver::Semver, url::Url};
use super::{EvaluationError, Shape};
use crate::value::{self, ValueRef};

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

/// A CEL list: a view of the validated data, or elements that the expression builds. Cheap to clone.
#[derive(Clone)]
pub struct List<'a>(ListForm<'a>);

#[derive(Clone)]
enum ListForm<'a> {
    Data { data: &'a dyn value::List, shape: &'a Shape },
    Built(Arc<BuiltList<'a>>),
}

struct BuiltList<'a> {
    elements: Vec<Value<'a>>,
    /// The shape of the data list to which elements were added, if this list is such a sum. It determines how the list
    /// is compared and added, and how its elements are converted on access.
    shape: Option<&'a Shape>,
    /// The two parts of a concatenation whose first part is not a data list. Each part is compared according to its own
    /// list type.
    parts: Option<(List<'a>, List<'a>)>,
    /// See [`Value::nesting`].
    nesting: u16,
}

/// A map, or an object with declared fields.
#[derive(Clone)]
pub struct Map<'a>(MapForm<'a>);

#[derive(Clone)]
enum MapForm<'a> {
    Data { data: &'a dyn value::Map, shape: &'a Shape },
    Built(Arc<BuiltMap<'a>>),
}

struct BuiltMap<'a> {
    entries: Vec<(Value<'a>, Value<'a>)>,
    /// See [`Value::nesting`].
    nesting: u16,
}

/// Data whose schema only has `x-kubernetes-preserve-unknown-fields`. It only supports comparison with other data.
#[derive(Clone)]
pub struct Preserved<'a>(Arc<ValueRef<'a>>);

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
