//! Go source to plain declarations with positions. The only user of tree-sitter.

mod declaration;

pub use declaration::*;
