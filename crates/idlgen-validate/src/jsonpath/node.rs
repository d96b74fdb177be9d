//! Template nodes.

use std::ops::Range;

/// A part of a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// Text outside of braces, or a quoted string.
    Text(String),
    /// The content of a pair of braces. Each node is applied to the results of the previous one.
    List(Vec<Node>),
    /// A field of an object.
    Field {
        name: String,
        /// The byte range of the name in the template, with its backslashes.
        bytes: Range<usize>,
    },
    /// An identifier: `range`, `end`, or an unknown name.
    Identifier(String),
    /// An index or a slice.
    Slice {
        /// The start, the end and the step.
        bounds: [Bound; 3],
        /// The byte range in the template, with its brackets.
        bytes: Range<usize>,
    },
    /// The list items that satisfy a condition.
    Filter(Filter),
    Integer(i64),
    /// A number that is not an integer.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// All fields or items.
    Wildcard,
    /// All nested values at any depth.
    Recursive,
    /// The results of several node lists, concatenated.
    Union(Vec<Vec<Node>>),
}

/// A part of a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    /// The number, if it is written.
    pub(super) value: Option<i64>,
    /// `true` if the bound is the end of an index, which is not written: the next index.
    pub(super) is_derived: bool,
}

/// `[?(left operator right)]`, or `[?(left)]`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filter {
    pub(super) left: Vec<Node>,
    /// The operator and the right operand. If `None`, an item passes if `left` has a result.
    pub(super) comparison: Option<(String, Vec<Node>)>,
}
