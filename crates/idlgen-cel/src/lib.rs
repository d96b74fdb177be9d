//! CEL for Kubernetes: source text to checked programs.
//!
//! - [`parser`]: text to a syntax tree, macros expanded.
//! - [`checker`]: types and overloads of each node.
//! - [`cost`]: what an expression costs at most.
//! - [`compile()`]: all of it.

mod ast;
pub mod checker;
mod compile;
pub mod cost;
mod decl_type;
mod declarations;
mod environment;
mod escape;
mod issue;
mod lexer;
mod literal;
mod lower;
mod macros;
mod operators;
pub mod parser;
mod quote;
mod source;
mod types;
mod unguarded;
mod validators;
mod words;

pub use ast::{Ast, ExprId};
pub use checker::Checked;
pub use compile::{CompileError, Compiled, compile};
pub use decl_type::{DeclKind, DeclType};
pub use declarations::{Declaration, declarations, proposed_declarations};
pub use environment::{Environment, Variables, Version};
pub use escape::escape;
pub use issue::{Issue, Subject, display};
pub use macros::MacroSet;
pub use quote::quote;
pub use source::{Location, Source};
pub use types::Type;
pub use unguarded::Selection;
