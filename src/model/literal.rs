//! What a composite literal of Go holds, constants evaluated.

use serde_json::Value as Json;

/// A value that is written out in Go. Pointers are what they point at.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `nil`.
    Nil,
    /// A boolean, number or text.
    Constant(Json),
    /// The elements of a slice.
    List(Vec<Literal>),
    /// The entries of a map, in source order.
    Map(Vec<(String, Literal)>),
    /// The fields of a struct by their Go names, in source order. Without fields it may be any literal of a named type:
    /// `T{}`.
    Struct(Vec<(String, Literal)>),
}
