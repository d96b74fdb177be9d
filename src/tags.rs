//! Comment lines to tags: the text of each tag, and what it means. Knows nothing of Go types.

mod tag;

pub use tag::*;
