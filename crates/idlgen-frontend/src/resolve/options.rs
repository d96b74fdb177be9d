//! The options of the stage.

use crate::{
    tags::TagOptions,
    tool::{AliasComments, CommentRule, Tool},
};

/// Options of [`resolve`](super::resolve()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ResolveOptions {
    /// The assignment of comments to declarations.
    pub comments: CommentRule,
    /// The comments that apply to a type with aliases.
    pub alias_comments: AliasComments,
    /// `true` if tags in block comments apply.
    pub tags_in_blocks: bool,
    /// The options for reading tags. Errors in tags of packages that were not requested are never reported.
    pub tags: TagOptions,
}

impl ResolveOptions {
    /// Returns the options for reading comments and tags like the tool.
    pub fn of(tool: &Tool) -> Self {
        ResolveOptions {
            comments: tool.comments,
            alias_comments: tool.alias_comments,
            tags_in_blocks: tool.tags_in_blocks,
            tags: TagOptions { grammar: tool.grammar, ..TagOptions::default() },
        }
    }
}

impl Default for ResolveOptions {
    /// Returns idlgen's own options.
    fn default() -> Self {
        ResolveOptions::of(&Tool::default())
    }
}
