//! Go regular expressions (RE2), as the API server compiles `pattern`.
//!
//! Patterns are read by a parser of Go's grammar (`regexp/syntax`), which differs from that of Rust's `regex` crate in
//! many small ways: what `\d`, `\w`, `\s` and `\b` mean, what may stand in a class, which repetitions nest, how the
//! errors read. What is read is handed on to `regex-automata`, whose matches are leftmost-first like Go's.
//!
//! Characters, categories, scripts and case foldings are those of Unicode 15.0, as in Go 1.21 to 1.26. The names of
//! `\p{…}` are those that Go knows since 1.25.

mod class;
mod ecma_script;
mod error;
mod escape;
mod group;
mod lazy;
mod limits;
mod node;
mod parse;
mod pattern;
mod recent;
mod repeat;
mod translate;
mod unicode;

pub use ecma_script::ecma_script;
pub use error::Error;
pub use lazy::LazyPattern;
pub use pattern::Pattern;
