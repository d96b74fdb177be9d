//! CEL for Kubernetes: compiles source text to checked programs.
//!
//! The rules that an API server accepts depend on its version: libraries, checks and limits are those of the selected
//! [`Version`]. [`compile()`] parses an expression, checks its types, estimates its cost, and returns a program, which
//! [`idlgen_runtime::cel`] evaluates:
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
//! // Errors have the format of the API server.
//! let error = compile("replicas % '2'", &environment, &variables).unwrap_err();
//! assert!(error.to_string().starts_with("ERROR: <input>:1:10: found no matching overload for '_%_'"), "{error}");
//! # Ok::<(), idlgen_cel::CompileError>(())
//! ```
//!
//! # Where to go next
//!
//! - [`compile()`]: all steps in one call. [`Variables::of_rule`] returns the variables of a schema's rule, whose types
//!   are [`DeclType`]s.
//! - [`parser`]: parses source text to a syntax tree with expanded macros.
//! - [`checker`]: determines types and overloads of each node.
//! - [`cost`]: estimates the cost of an expression.
//! - `idlgen_validate::cel` converts schemas to types and compiles their rules.
//!
//! # Features
//!
//! None.

mod ast;
pub mod checker;
mod clause;
mod compile;
pub mod cost;
mod decl_type;
mod declarations;
mod environment;
mod escape;
mod fields_read;
mod issue;
mod lexer;
mod literal;
mod lower;
mod macros;
mod operators;
mod outward;
pub mod parser;
mod quote;
mod restrict;
mod source;
mod types;
mod unguarded;
mod validators;
mod words;

pub use ast::{Ast, ExprId};
pub use checker::Checked;
pub use clause::{Atom, Clause, Clauses, Relation, Value, clauses};
pub use compile::{CompileError, Compiled, compile};
pub use decl_type::{DeclKind, DeclType};
pub use declarations::{Declaration, declarations, proposed_declarations};
pub use environment::{Environment, Libraries, Variables, Version};
pub use escape::escape;
pub use fields_read::{fields_read, paths_read};
pub use issue::{Issue, Subject, display};
pub use macros::MacroSet;
pub use outward::outward;
pub use quote::quote;
pub use restrict::{Field, Values, clauses_for};
pub use source::{Location, Source};
pub use types::Type;
pub use unguarded::{Exception, Selection};

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
