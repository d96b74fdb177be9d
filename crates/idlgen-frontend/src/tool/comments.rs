//! Assignment of comments to declarations.

/// The assignment of comments to declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentRule {
    /// As in Go's syntax tree. Tags in trailing comments are reported.
    #[default]
    Go,
    /// As in `k8s.io/gengo`: the group that ends on the line above, regardless of the declaration to which it
    /// belongs.
    ByLine,
}

/// The comment that applies to a type with aliases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AliasComments {
    /// The type's own comment. An alias has its own comment as well.
    #[default]
    Own,
    /// The comment of the declaration that is read last, even if it has none. Packages are sorted by import path, but
    /// each comes before its imports, and declarations are sorted by name (up to Kubernetes 1.35).
    Last,
    /// The type's own comment, otherwise that of an alias.
    Missing,
}
