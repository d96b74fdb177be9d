//! Go source to plain declarations with positions. The only user of tree-sitter.
//!
//! Comments come from the tokens ([`outline`]), because Go attaches them by lines and statement ends; everything else comes from the tree.

mod comment_text;
mod constant;
mod constant_expression;
mod damage;
mod declaration;
mod field;
mod import;
mod literal;
mod method;
mod outline;
mod reader;
mod registration;
mod scan;
mod tree;
mod type_declaration;
mod type_expression;

pub use declaration::*;
pub use tree::parse;
