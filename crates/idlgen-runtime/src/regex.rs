//! Go regular expressions (RE2), compiled like the API server compiles `pattern`.
//!
//! The parser implements Go's grammar (`regexp/syntax`), which differs from Rust's `regex` crate in many details: `\d`,
//! `\w`, `\s` and `\b`, the syntax of classes, nested repetitions, and error messages. `regex-automata` executes the
//! result; its matches are leftmost-first like Go's.
//!
//! Characters, categories, scripts and case folding are those of Unicode 15.0, as in Go 1.21 to 1.26. `\p{…}` accepts
//! the names that Go supports since 1.25.

mod automaton;
mod character_set;
mod class;
mod ecma_script;
mod error;
mod escape;
mod first_matches;
mod group;
mod language;
mod lazy;
mod limits;
mod literal;
mod node;
mod parse;
mod parser;
mod pattern;
mod recent;
mod repeat;
mod source;
mod translate;
mod unicode;

pub use automaton::States;
pub use ecma_script::ecma_script;
pub use error::Error;
pub use language::{Example, Language, example};
pub use lazy::LazyPattern;
pub use literal::quote_meta;
pub use pattern::Pattern;
