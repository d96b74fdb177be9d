//! What a template consists of.

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// Text, outside of braces or in quotes.
    Text(String),
    /// What stands in a pair of braces: each goes on with what the one before found.
    List(Vec<Node>),
    /// A field of an object.
    Field(String),
    /// A word: `range`, `end`, or a mistake.
    Identifier(String),
    /// An index or a slice: from, up to, step.
    Slice([Bound; 3]),
    /// The items of a list of which something holds.
    Filter(Filter),
    /// An integer.
    Integer(i64),
    /// Another number.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// All fields or items.
    Wildcard,
    /// All values below, at any depth.
    Recursive,
    /// What each of several finds, one after the other.
    Union(Vec<Vec<Node>>),
}

/// A part of a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    /// The number, if it is written.
    pub(super) value: Option<i64>,
    /// Whether it was not written but follows from an index: the one behind it.
    pub(super) is_derived: bool,
}

/// `[?(left operator right)]`, or `[?(left)]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filter {
    pub(super) left: Vec<Node>,
    /// What is compared, and how; without it, items that have `left` pass.
    pub(super) comparison: Option<(String, Vec<Node>)>,
}
