//! `impl Validate`: for every struct one function that is a list of checks.
//!
//! Order, presence of zero values and the merging of a reference with its siblings are those of the engine of
//! `idlgen-validate`, which is the reference that generated code is tested against.

mod analysis;
mod block;
mod composite;
mod default_value;
mod each;
mod enumeration;
mod foreign_rule;
mod function;
mod keyword;
mod known;
mod list;
mod list_type;
mod map;
mod message;
mod node;
mod number;
mod presence;
mod property;
mod required;
mod rules;
mod structure;
mod text;
mod value;

pub(super) use analysis::Analysis;
pub(super) use function::{Patterns, implement};
pub(super) use presence::Absence;
