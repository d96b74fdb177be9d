//! What is written.

use std::borrow::Cow;

use serde_json::Value;

/// A value to be written, of JSON or of what is put together only where it is written.
#[derive(Clone)]
#[expect(clippy::exhaustive_enums, reason = "these are the values of YAML, and who makes them names them all")]
pub enum Part<'a> {
    /// Any value.
    Json(Cow<'a, Value>),
    /// A text.
    Text(&'a str),
    /// A list.
    List(Vec<Part<'a>>),
    /// A mapping, in any order.
    Mapping(Vec<(&'a str, Part<'a>)>),
    /// A mapping that may stand at several places.
    Shared(&'a dyn Entries),
}

/// A mapping that may stand at several places, so that it pays to know how it was written before. It must not change
/// while it is borrowed.
pub trait Entries {
    /// Its entries, in any order.
    fn entries(&self) -> Vec<(&str, Part<'_>)>;
}
