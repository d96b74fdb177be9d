//! `impl Validate`: generates a function with a list of checks for every struct.
//!
//! The order of checks, the treatment of zero values and the merging of a reference with its siblings are the same as
//! in the `idlgen-validate` engine. Tests compare generated code with it.

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
mod seen;
mod structure;
mod text;
mod value;
mod zero_effect;

pub(super) use analysis::Analysis;
pub(super) use block::{uses, uses_of};
pub(super) use function::{Patterns, implement};
pub(super) use presence::{Absence, zero_conditions};
pub(super) use seen::Seen;
