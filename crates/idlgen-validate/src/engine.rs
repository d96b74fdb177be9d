//! Validates values with schemas.
//!
//! A [`Validator`] is compiled once from a schema with its definitions and validates any number of values. The order of
//! checks, short circuits, messages and the choice of the branch whose errors are reported are those of the API server
//! (`k8s.io/kube-openapi/pkg/validation/validate`, with list types as in
//! `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype`). Where the API server's order is random, the order
//! of the schema applies.
//!
//! [`compiled`](crate::compiled) defines the checks with their arguments and their order; the module `check` runs them.
//! It handles keywords that need a single call of [`idlgen_runtime::check`]; every other keyword has a file of its own.

mod additional_properties;
mod all_of;
mod any_of;
mod branch;
mod check;
mod compile;
mod correlation;
mod default;
mod dependencies;
mod effective;
mod embedded;
mod items;
mod junctor_rules;
mod list_type;
mod node;
mod not;
mod number_format;
mod old_value;
mod one_of;
mod options;
mod pattern_properties;
mod properties;
mod prune;
mod required;
mod root;
mod rule_evaluation;
mod rules;
mod schema_type;
mod sorted_keys;
#[cfg(test)]
mod testing;
mod tuple;
mod unknown;
mod validator;
mod verdict;
mod walk;

pub use crate::compiled::SchemaError;
pub use old_value::OldValue;
pub use options::ValidatorOptions;

pub use validator::Validator;
