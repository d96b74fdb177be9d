//! YAML tokens.

use std::{borrow::Cow, ops::Range};

/// A token with its position.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'t> {
    /// The end of the file.
    End,
    /// `%YAML 1.1`.
    Version(u8, u8),
    /// `%TAG`, with a handle and its prefix.
    TagHandle(String, String),
    /// `---`.
    DocumentStart,
    /// `...`.
    DocumentEnd,
    BlockListStart,
    /// The start of a block mapping.
    BlockMapStart,
    /// The end of a block collection.
    BlockEnd,
    /// `[`.
    FlowListStart,
    /// `]`.
    FlowListEnd,
    /// `{`.
    FlowMapStart,
    /// `}`.
    FlowMapEnd,
    /// `-`.
    Item,
    /// `,`.
    Comma,
    /// `?`, or an implicit key.
    Key,
    /// `:`.
    Value,
    /// `*name`.
    Alias(&'t str),
    /// `&name`.
    Anchor(&'t str),
    /// A tag: its handle, which may be empty, and the rest.
    Tag(String, String),
    /// A scalar. The flag is `true` if the scalar is plain.
    Scalar(Cow<'t, str>, bool),
}
