//! The intermediate model: packages, types and fields with their tags. Knows no target and nothing of comments' syntax.

mod dump;
mod types;

pub use dump::dump;
pub use types::*;
