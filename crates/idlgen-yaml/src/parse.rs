//! YAML 1.1 as goyaml.v2, the parser of Kubernetes, reads it: a text becomes tokens, and these become events.
//!
//! It is the same algorithm, because manifests depend on its corners: where a tab is refused, what may stand in
//! brackets, which characters end a line. Neither stage calls itself: what is open is kept in lists, so that nesting
//! costs no stack.

mod characters;
mod cursor;
mod directives;
mod parser;
mod scanner;
mod token;

pub(crate) use characters::refused;
pub(crate) use parser::{Event, EventKind, Parser};

/// What is said of a tab where only spaces can indent.
const TAB: &str = "a tab cannot indent; use spaces";
