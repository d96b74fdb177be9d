//! Documents as trees with positions.

use std::ops::Range;

use crate::Mapping;

/// One document of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The value; `None` for an empty document (nothing, or only comments) and for one that could not be read.
    pub root: Option<Node>,
    /// What is wrong with it. A document with a [`ProblemKind::Syntax`] problem has no root.
    pub problems: Vec<Problem>,
    /// The document's place in the text.
    pub span: Range<usize>,
}

/// Something wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of thing.
    pub kind: ProblemKind,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// Where, in bytes of the whole text.
    pub span: Range<usize>,
    /// For a duplicate key: where it stood first.
    pub first: Option<Range<usize>>,
}

/// The kinds of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The text is not YAML, or goes beyond a limit.
    Syntax,
    /// A key stands twice in one mapping; the later value counts.
    DuplicateKey,
    /// A value that JSON does not have, such as `.inf`.
    NotJson,
    /// Text behind the end of a document, which Kubernetes does not read either; the document has a root.
    Ignored,
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub content: Content,
    /// Its bytes in the text. For a value taken over by an alias, the place of the alias.
    pub span: Range<usize>,
}

/// The forms of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits 64 bits.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// Text.
    String(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping.
    Map(Mapping),
}

/// An entry of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key as text: `sigs.k8s.io/yaml` turns keys that are numbers and booleans into texts.
    pub key: String,
    /// The key's place.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The value of a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entry of a key, if this is a mapping that has it.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.content {
            Content::Map(entries) => entries.entry(key),
            _ => None,
        }
    }

    /// The text, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// A copy without positions.
    pub fn to_json(&self) -> serde_json::Value {
        idlgen_runtime::value::Value::as_value(self).to_json()
    }

    /// The same without copying texts.
    pub fn into_json(self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self.content {
            Content::String(text) => Json::String(text),
            Content::List(items) => Json::Array(items.into_iter().map(Node::into_json).collect()),
            Content::Map(entries) => {
                let entries = entries.into_entries().into_iter();
                Json::Object(entries.map(|entry| (entry.key, entry.value.into_json())).collect())
            }
            Content::Null | Content::Bool(_) | Content::Int(_) | Content::Float(_) => self.to_json(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, load};

    #[test]
    fn both_ways_to_json_are_one() {
        let text = "a: [1, 2.5, null, true, 'x', {b: []}]\nc: 1e300\nd: {}\n";
        let root = load(text, &Limits::default()).remove(0).root.expect("a value");
        let copied = root.to_json();
        assert_eq!(root.into_json(), copied);
    }
}
