//! What is written.

use std::{borrow::Cow, fmt, rc::Rc};

use serde_json::{Map, Value};

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
    /// A mapping of values, and of what is put together.
    Object(Map<String, Value>, Vec<(&'a str, Part<'a>)>),
    /// A mapping that may stand at several places.
    Shared(&'a dyn Entries),
    /// As [`Shared`](Part::Shared), of what has no place of its own.
    Numbered(Numbered<'a>),
}

/// A mapping that may stand at several places. It goes by a number, which no other of a [`Writer`](super::Writer) has.
#[derive(Clone)]
pub struct Numbered<'a> {
    number: usize,
    entries: Rc<dyn Fn() -> Vec<(&'a str, Part<'a>)> + 'a>,
}

impl<'a> Numbered<'a> {
    /// The mapping of that number; `entries` makes its entries, in any order.
    pub fn new(number: usize, entries: impl Fn() -> Vec<(&'a str, Part<'a>)> + 'a) -> Self {
        Numbered { number, entries: Rc::new(entries) }
    }

    /// Its number.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Its entries, in any order.
    pub fn entries(&self) -> Vec<(&'a str, Part<'a>)> {
        (self.entries)()
    }
}

impl fmt::Debug for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbered").field("number", &self.number).finish_non_exhaustive()
    }
}

/// A mapping that may stand at several places, so that it pays to know how it was written before. It must not change
/// while it is borrowed.
pub trait Entries {
    /// Its entries, in any order.
    fn entries(&self) -> Vec<(&str, Part<'_>)>;
}
