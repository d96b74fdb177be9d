//! Tokens of YAML.

use std::{borrow::Cow, ops::Range};

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Range<usize>,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'t> {
    /// The end of the text.
    End,
    /// `%YAML 1.1`.
    Version(u8, u8),
    /// `%TAG`, with a handle and what it stands for.
    TagHandle(String, String),
    /// `---`.
    DocumentStart,
    /// `...`.
    DocumentEnd,
    /// A list by indentation begins.
    BlockListStart,
    /// A mapping by indentation begins.
    BlockMapStart,
    /// A collection by indentation ends.
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
    /// `?`, or nothing where a key begins.
    Key,
    /// `:`.
    Value,
    /// `*name`.
    Alias(&'t str),
    /// `&name`.
    Anchor(&'t str),
    /// A tag's handle, which may be empty, and the rest of it.
    Tag(String, String),
    /// A scalar, and whether it is plain.
    Scalar(Cow<'t, str>, bool),
}
