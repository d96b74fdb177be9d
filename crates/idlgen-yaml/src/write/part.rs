//! Values for the writer.

use std::{borrow::Cow, fmt, rc::Rc};

use serde_json::{Map, Value};

/// A value to write: JSON, or a value that the caller assembles without converting it to JSON.
#[derive(Clone)]
#[expect(clippy::exhaustive_enums, reason = "YAML has no other values")]
pub enum Part<'a> {
    /// Any value.
    Json(Cow<'a, Value>),
    /// A string.
    Text(&'a str),
    /// A list.
    List(Vec<Part<'a>>),
    /// A mapping, in any order.
    Mapping(Vec<(&'a str, Part<'a>)>),
    /// A mapping whose entries are partly JSON values and partly assembled values.
    Object(Map<String, Value>, Vec<(&'a str, Part<'a>)>),
    /// A mapping that may occur several times.
    Shared(&'a dyn Entries),
    /// Like [`Shared`](Part::Shared), for a mapping without a stable address.
    Numbered(Numbered<'a>),
}

/// A mapping that may occur several times, identified by a number that is unique in a [`Writer`](super::Writer).
#[derive(Clone)]
pub struct Numbered<'a> {
    number: usize,
    entries: Rc<dyn Fn() -> Vec<(&'a str, Part<'a>)> + 'a>,
}

impl<'a> Numbered<'a> {
    /// Creates a mapping with this number. `entries` returns its entries, in any order.
    pub fn new(number: usize, entries: impl Fn() -> Vec<(&'a str, Part<'a>)> + 'a) -> Self {
        Numbered { number, entries: Rc::new(entries) }
    }

    /// Returns the number.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the entries, in any order.
    pub fn entries(&self) -> Vec<(&'a str, Part<'a>)> {
        (self.entries)()
    }
}

impl fmt::Debug for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Numbered").field("number", &self.number).finish_non_exhaustive()
    }
}

/// A mapping that may occur several times. The writer caches its output, so it must not change while it is borrowed.
pub trait Entries {
    /// Returns the entries, in any order.
    fn entries(&self) -> Vec<(&str, Part<'_>)>;
}
