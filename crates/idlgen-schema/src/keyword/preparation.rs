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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_effect_are_no_limits() {
        let limit = |keyword, value: Value| {
            let pattern = |source: &str| Arc::new(LazyPattern::owned(source.to_owned()));
            Limit::of(keyword, &value, pattern).map(|limit| match limit {
                Limit::Count(count) => format!("count {count}"),
                Limit::Pattern(_) => "pattern".to_owned(),
                Limit::Name(name) => format!("name {name}"),
                Limit::Flag => "flag".to_owned(),
                Limit::Members(members) => format!("members {members:?}"),
                _ => "other".to_owned(),
            })
        };
        for (keyword, value, expected) in [
            (Keyword::MaxLength, Value::Count(0), Some("count 0")),
            (Keyword::Pattern, Value::Text("a".to_owned()), Some("pattern")),
            (Keyword::Format, Value::Text("date".to_owned()), Some("name date")),
            (Keyword::UniqueItems, Value::Flag(true), Some("flag")),
            (Keyword::UniqueItems, Value::Flag(false), None),
            (Keyword::Minimum, Value::Exclusive, None),
            (Keyword::Enum, Value::Members(vec![1.into()]), Some("members [Number(1)]")),
            (Keyword::Enum, Value::Members(Vec::new()), None),
        ] {
            assert_eq!(limit(keyword, value).as_deref(), expected, "{keyword:?}");
        }
    }
}
