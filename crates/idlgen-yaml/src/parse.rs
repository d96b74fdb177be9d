//! A YAML 1.1 parser that is equivalent to goyaml.v2, the parser of Kubernetes: converts text to tokens, and tokens to
//! events.
//!
//! It uses the same algorithm because manifests depend on its details: where tabs are rejected, the syntax inside
//! brackets, which characters end a line. Neither stage is recursive: the open collections are on a list, so nesting
//! needs no stack space.

mod characters;
mod cursor;
mod directives;
mod parser;
mod scanner;
mod token;

pub(crate) use characters::first_disallowed;
pub(crate) use parser::{Event, EventKind, Parser};

/// The error message for a tab where indentation must be spaces.
const TAB: &str = "a tab cannot indent; use spaces";
