//! Schemas as CEL sees them, and the rules that they carry.

mod decl_type;
mod rule;
mod shape;
mod view;

pub use decl_type::{decl_type, resource_decl_type};
pub use rule::{CompiledRule, MessageExpression, RuleCompiler, RuleError};
pub use shape::{Shapes, shape};
