//! Comment lines to tags: the text of each tag, and what it means. Knows nothing of Go types.

mod comment;
mod go_escape;
mod number;
mod options;
mod passage;
mod quoted;
mod reader;
pub mod registry;
mod tag;
mod text_map;
mod unknown;
mod value;

pub use comment::{ParsedComment, parse};
pub use options::TagOptions;
pub use tag::*;
pub use text_map::TextMap;
