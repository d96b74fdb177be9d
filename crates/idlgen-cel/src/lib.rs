//! CEL for Kubernetes: source text to checked programs.
//!
//! What an API server accepts in a rule depends on its version: libraries, checks and limits are those of the
//! [`Version`] asked for. An expression is parsed, checked against the types of its variables, priced, and becomes a
//! program, which [`idlgen_runtime::cel`] runs:
//!
//! ```
//! use idlgen_cel::{Environment, Type, Variables, Version, compile};
//! use idlgen_runtime::cel::{self, CostTracker, Plan, Value};
//!
//! let environment = Environment::new(Version::new(35));
//! let variables = Variables::none().with("replicas", Type::Int);
//!
//! let rule = compile("replicas % 2 == 1", &environment, &variables)?;
//! assert_eq!(rule.result_type(), &Type::Bool);
//! assert_eq!(rule.cost(&environment, &variables).max, 3);
//!
//! let plan = Plan::new(&rule.program(), &["replicas"], cel::Environment::new(35)).expect("no constant part fails");
//! assert_eq!(plan.evaluate_bool(&[Value::Int(3)], &mut CostTracker::with_limit(1_000)), Ok(true));
//!
//! // Errors are printed as the API server prints them.
//! let error = compile("replicas % '2'", &environment, &variables).unwrap_err();
//! assert!(error.to_string().starts_with("ERROR: <input>:1:10: found no matching overload for '_%_'"), "{error}");
//! # Ok::<(), idlgen_cel::CompileError>(())
//! ```
//!
//! # Where to go next
//!
//! - [`compile()`]: all of it in one call. [`Variables::of_rule`] has the variables of a rule of a schema, whose types
//!   are [`DeclType`]s.
//! - [`parser`]: text to a syntax tree, macros expanded.
//! - [`checker`]: types and overloads of each node.
//! - [`cost`]: what an expression costs at most.
//! - `idlgen_validate::cel` makes the types of a schema, and compiles its rules.
//!
//! # Features
//!
//! None.

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
mod outward;
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
pub use environment::{Environment, Libraries, Variables, Version};
pub use escape::escape;
pub use issue::{Issue, Subject, display};
pub use macros::MacroSet;
pub use outward::outward;
pub use quote::quote;
pub use source::{Location, Source};
pub use types::Type;
pub use unguarded::Selection;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
