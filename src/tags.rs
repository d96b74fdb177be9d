//! Comment lines to tags: the text of each tag, and what it means. Knows nothing of Go types.
//!
//! [`parse`] reads one comment. Every tag has a row in the [`registry`], which says what its value looks like and where it may stand; the grammar is in
//! docs/tag-grammar.md, the tags are in docs/tags.md.

mod arguments;
mod cel_text;
mod chain;
mod comment;
mod contextual;
mod default_value;
mod dump;
mod enumeration;
mod error_message;
mod gengo;
mod go_escape;
mod markers;
mod names;
mod number;
mod options;
mod override_tag;
mod pairs;
mod passage;
mod publication;
mod quoted;
mod reader;
pub mod registry;
mod tag;
mod tag_line;
#[cfg(test)]
mod testing;
mod text_map;
mod unknown;
mod validation_rule;
mod value;

pub(crate) use comment::repetition::between as repetitions_between;
pub use comment::{ParsedComment, parse};
pub use dump::dump;
pub(crate) use gengo::interpreted as as_go_string;
pub(crate) use go_escape::known as go_escape;
pub use options::{Grammar, TagOptions};
pub use tag::*;
pub use text_map::TextMap;
