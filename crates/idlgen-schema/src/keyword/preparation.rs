//! Prepares the values of keywords for checks.

use std::sync::Arc;

use idlgen_runtime::regex::LazyPattern;

use super::{Keyword, Kind, Limit, Value};

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
