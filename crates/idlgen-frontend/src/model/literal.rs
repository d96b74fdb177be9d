//! Evaluated Go composite literals.

use serde_json::Value as Json;

/// A Go literal. Pointers are replaced by their targets.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `nil`.
    Nil,
    /// A boolean, number or string.
    Constant(Json),
    /// The elements of a slice.
    List(Vec<Literal>),
    /// The entries of a map, in source order.
    Map(Vec<(String, Literal)>),
    /// The fields of a struct by Go name, in source order. Without fields, it may be any literal of a named type:
    /// `T{}`.
    Struct(Vec<(String, Literal)>),
}
