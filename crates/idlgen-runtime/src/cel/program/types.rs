//! CEL types, as the checker assigns them to nodes.

use super::arena::{Sequence, Text, TypeId};

/// A CEL type, as the checker infers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// Any type, determined at run time.
    Dyn,
    /// The type of `null`.
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
    /// The type of a type, for example of `type(x)` or of the identifier `int`. `None` if the type is unknown.
    Type(Option<TypeId>),
    /// `optional_type(T)`.
    Optional(TypeId),
    /// A library type such as `kubernetes.Quantity` or `net.IP`: its name and parameters.
    Opaque(Text, Sequence<TypeId>),
    /// An unbound type parameter, which only occurs in declarations. In a checked program, it is replaced with
    /// [`Type::Dyn`].
    Parameter(Text),
}
