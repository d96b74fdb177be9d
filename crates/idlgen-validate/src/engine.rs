//! Executes schemas on values.
//!
//! A [`Validator`] is compiled once from a schema and the definitions that it refers to, and then judges any number of
//! values. Order, short circuits, texts and the choice of the branch whose errors are shown are those of the API server
//! (`k8s.io/kube-openapi/pkg/validation/validate`, with list types as in
//! `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype`); where that is random, the order of the schema
//! counts.
//!
//! What is checked, with what bounds and in what order, is that of [`compiled`](crate::compiled); `check` goes through
//! it. A keyword that is one call of [`idlgen_runtime::check`] is executed there; every other has a file of its own.

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
mod message;
mod node;
mod not;
mod number_format;
mod one_of;
mod options;
mod pattern_properties;
mod properties;
mod prune;
mod required;
mod root;
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
pub use correlation::OldValue;
pub use options::{ValidatorOptions, ZeroMode};

pub use validator::Validator;
