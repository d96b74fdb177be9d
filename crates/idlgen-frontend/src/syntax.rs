//! Parses Go source to plain declarations with positions. The only user of tree-sitter.
//!
//! Comments come from the tokens (`outline`), because Go attaches them by lines and statement ends. Everything else
//! comes from the syntax tree.

pub mod codes;
mod comment_text;
mod composite_literal;
mod constant;
mod constant_expression;
mod declaration;
mod dump;
mod excerpt;
mod excerpt_tree;
mod explain;
mod field;
mod grammar_field;
mod import;
mod index;
mod literal;
mod merge_conflict;
mod method;
mod outline;
mod partial;
mod reader;
mod recovery;
mod registration;
mod scan;
mod syntax_errors;
#[cfg(test)]
mod testing;
mod tree;
mod type_declaration;
mod type_expression;
mod used_packages;

pub use declaration::*;
pub use dump::dump;
pub use partial::{Declares, PartialFile};
pub use tree::parse;
