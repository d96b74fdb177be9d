//! The types of CEL, as the checker assigns them to nodes.

use super::{Sequence, Text, TypeId};

/// A CEL type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// Anything; decided at run time.
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
    /// Unicode text.
    String,
    /// A sequence of octets.
    Bytes,
    /// A point in time with nanoseconds.
    Timestamp,
    /// A span of time in nanoseconds.
    Duration,
    /// `list(T)`.
    List(TypeId),
    /// `map(K, V)`.
    Map(TypeId, TypeId),
    /// An object with declared fields, by name.
    Object(Text),
    /// The type of a type: what `type(x)` and the identifier `int` have.
    Type(Option<TypeId>),
    /// `optional_type(T)`.
    Optional(TypeId),
    /// A type of a library, such as `kubernetes.Quantity` or `net.IP`, by name, with its parameters.
    Opaque(Text, Sequence<TypeId>),
    /// A type parameter that nothing bound. Only declarations have it; in a checked program it has become
    /// [`Type::Dyn`].
    Parameter(Text),
}
