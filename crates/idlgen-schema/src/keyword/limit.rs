//! The arguments of keyword checks.

use std::sync::Arc;

use idlgen_runtime::{regex::LazyPattern, value::Number};
use serde_json::Value as Json;

use super::Bound;

/// The value of a keyword, prepared for the check.
#[derive(Clone, Debug)]
pub enum Limit {
    /// A length or count.
    Count(u64),
    /// A number.
    Number(Number),
    /// A bound of numbers.
    Bound(Bound),
    /// A regular expression.
    Pattern(Arc<LazyPattern>),
    /// The name of a format.
    Name(String),
    /// No argument: the keyword is set.
    Flag,
    /// The allowed values.
    Members(Vec<Json>),
}
