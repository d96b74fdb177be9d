//! The arguments of keyword checks.

use std::sync::Arc;

use idlgen_runtime::{regex::LazyPattern, value::Number};
use serde_json::Value as Json;

use super::{Bound, Keyword, Kind, Value};

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

impl Limit {
    /// Converts the value of a keyword. Returns `None` if the value has no effect. `pattern` compiles a regular
    /// expression.
    pub fn of(keyword: Keyword, value: &Value, pattern: impl FnOnce(&str) -> Arc<LazyPattern>) -> Option<Self> {
        Some(match value {
            Value::Exclusive | Value::Flag(false) => return None,
            Value::Members(members) if members.is_empty() => return None,
            Value::Count(count) => Limit::Count(*count),
            Value::Number(number) => Limit::Number(*number),
            Value::Bound(bound) => Limit::Bound(*bound),
            Value::Text(source) if keyword.row().kind == Kind::Pattern => Limit::Pattern(pattern(source)),
            Value::Text(name) => Limit::Name(name.clone()),
            Value::Flag(true) => Limit::Flag,
            Value::Members(members) => Limit::Members(members.clone()),
        })
    }
}
