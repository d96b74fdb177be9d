//! Converts schemas to CEL types, and compiles and checks their rules.
//!
//! - [`decl_type()`] builds the type of `self` for a schema, [`RuleCompiler`] compiles rules to programs.
//! - [`check_rules`] checks all rules of a schema with the errors of an API server that creates a CRD with it.

mod bound;
mod cardinality;
mod check;
mod decl_type;
mod field_path;
mod known;
mod problem;
mod rule;
mod rule_data;
mod shape;
mod view;
mod written;

pub use bound::MissingBound;
pub use cardinality::max_children;
pub use check::{RuleCheck, RuleCheckOptions, RuleCost, check_known_rules, check_rules};
pub use check::{RuleSettings, check_rules_with};
pub use decl_type::{decl_type, resource_decl_type};
pub use field_path::field_without_brackets;
pub use field_path::{FieldPathError, field_path};
pub use known::KnownRules;
pub use problem::{RuleProblem, RuleProblemKind};
pub use rule::{CompiledRule, MessageExpression, RuleCompiler, RuleError};
pub use rule_data::{Resource, RuleSource, WrittenOut, rule_data};
pub use rule_data::{rule_data_with, self_type};
pub use shape::{Shapes, shape};
pub use written::written_problems;
