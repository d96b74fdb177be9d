//! CEL types, as the checker assigns them to nodes.

use super::{Sequence, Text, TypeId};

/// A CEL type, as the checker infers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// Any type, determined at run time.
    Dyn,
    /// The only value `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A signed 64-bit integer.
    Int,
    /// An unsigned 64-bit integer.
    Uint,
    /// An IEEE 754 double.
    Double,
    /// A Unicode string.
    String,
    /// A byte string.
    Bytes,
    /// A timestamp with nanosecond precision.
    Timestamp,
    /// A duration in nanoseconds.
    Duration,
    /// `list(T)`.
    List(TypeId),
    /// `map(K, V)`.
    Map(TypeId, TypeId),
    /// An object with declared fields: its name.
    Object(Text),
    /// The type of a type: that of `type(x)` and of the identifier `int`.
    Type(Option<TypeId>),
    /// `optional_type(T)`.
    Optional(TypeId),
    /// A library type such as `kubernetes.Quantity` or `net.IP`: its name and parameters.
    Opaque(Text, Sequence<TypeId>),
    /// An unbound type parameter. It only occurs in declarations; in a checked program it has become [`Type::Dyn`].
    Parameter(Text),
}
