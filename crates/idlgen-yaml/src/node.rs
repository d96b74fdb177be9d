//! Documents as trees with positions.

use std::ops::Range;

/// A document of a stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The value. `None` for an empty document (nothing, or only comments) and for one with a syntax error.
    pub root: Option<Node>,
    /// The problems. A document with a [`ProblemKind::Syntax`] problem has no root.
    pub problems: Vec<Problem>,
    /// The byte range of the document in the file.
    pub span: Range<usize>,
}

/// A problem in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The message, without a period.
    pub message: String,
    /// The byte range in the file.
    pub span: Range<usize>,
    /// For a duplicate key: its first occurrence.
    pub first: Option<Range<usize>>,
}

/// Kinds of problems in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file is not YAML, or exceeds a limit.
    Syntax,
    /// A key occurs twice in a mapping. The later value wins.
    DuplicateKey,
    /// A value that JSON cannot represent, such as `.inf`.
    NotJson,
    /// Text after the end of a document, which Kubernetes ignores, too. The document has a root.
    Ignored,
}

/// A value with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub content: Content,
    /// The byte range in the file. For a copy by an alias, that of the alias.
    pub span: Range<usize>,
}

/// The types of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits in 64 bits.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    String(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping.
    Map(Mapping),
}

/// The entries of a mapping in source order, without duplicate keys. Lookups in large mappings use an index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    pub(crate) entries: Vec<Entry>,
    /// Entry indices sorted by key. Empty for few entries.
    pub(crate) by_key: Vec<u32>,
}

/// An entry of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key as a string: `sigs.k8s.io/yaml` converts keys that are numbers or booleans.
    pub key: String,
    /// The byte range of the key.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Returns the value of a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Returns the entry of a key, if this is a mapping that has it.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.content {
            Content::Map(entries) => entries.entry(key),
            _ => None,
        }
    }

    /// Returns the string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            Content::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.content {
            Content::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns a copy without positions.
    pub fn to_json(&self) -> serde_json::Value {
        idlgen_runtime::value::Value::as_value(self).to_json()
    }

    /// Converts to JSON without copying strings.
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
    fn all_ways_to_json_are_one() {
        let text = "a: [1, 2.5, null, true, 'x', {b: []}]\nc: 1e300\nd: {}\n";
        let root = load(text, &Limits::default()).remove(0).root.expect("a value");
        let copied = root.to_json();
        assert_eq!(root.clone().into_json_with_positions().0, copied);
        assert_eq!(root.into_json(), copied);
    }
}
