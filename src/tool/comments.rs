//! Whose comment is whose.

/// Which comment belongs to which declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentRule {
    /// As Go's syntax tree attaches them; tags of a trailing comment are diagnosed.
    #[default]
    Go,
    /// As `k8s.io/gengo` attaches them: the group that ends on the line above, whatever it belongs to.
    ByLine,
}

/// Whose comment a type has that other declarations name with an alias.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AliasComments {
    /// Its own; an alias keeps its own too.
    #[default]
    Own,
    /// That of the declaration that is read last, even if it has none: packages in order of import path, each before
    /// those that it imports, and declarations in order of name (up to Kubernetes 1.35).
    Last,
    /// Its own if it has one, that of an alias otherwise.
    Missing,
}
