//! A YAML 1.1 parser that is equivalent to goyaml.v2, the parser of Kubernetes: converts text to tokens, and tokens to
//! events.
//!
//! It uses the same algorithm because manifests depend on its details: where tabs are rejected, the syntax inside
//! brackets, which characters end a line. Neither stage is recursive: open collections are in lists, so nesting needs
//! no stack.

mod characters;
mod cursor;
mod directives;
mod parser;
mod scanner;
mod token;

pub(crate) use characters::refused;
pub(crate) use parser::{Event, EventKind, Parser};

/// The message about a tab where only spaces can indent.
const TAB: &str = "a tab cannot indent; use spaces";
