//! Go regular expressions: `matches` of the standard library; `find` and `findAll` (`regex` of
//! k8s.io/apiserver/pkg/cel/library).

use super::{Binding, CallCost, by_name, by_overload, strings::parts_of};
use crate::{
    cel::{
        Environment, EvaluationError, Value,
        cost::{search, size},
        value::Text,
    },
    regex::Pattern,
};

/// `text.matches(pattern)`: `true` if the pattern matches any part of the string.
pub fn matches(text: &str, pattern: &Pattern) -> bool {
    pattern.is_match(text)
}

/// `text.find(pattern)`: the first match, or an empty string.
///
/// ```
/// use idlgen_runtime::{cel::library::regex::find, regex::Pattern};
/// assert_eq!(find("abc 123", &Pattern::new("[0-9]+").unwrap()), "123");
/// ```
pub fn find<'t>(text: &'t str, pattern: &Pattern) -> &'t str {
    pattern.find(text).and_then(|range| text.get(range)).unwrap_or_default()
}

/// `text.findAll(pattern, limit)`: all matches, or at most `limit` matches if it is not negative.
///
/// ```
/// use idlgen_runtime::{cel::library::regex::find_all, regex::Pattern};
/// let digits = Pattern::new("[0-9]*").unwrap();
/// assert_eq!(find_all("1a23", &digits, -1), ["1", "23"]);
/// ```
pub fn find_all<'t>(text: &'t str, pattern: &Pattern, limit: i64) -> Vec<&'t str> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    pattern.find_all(text).take(limit).filter_map(|range| text.get(range)).collect()
}

/// Compiles a pattern that is only known at run time, for `matches`.
pub fn compile(pattern: &str) -> Result<Pattern, EvaluationError> {
    Pattern::new(pattern).map_err(|error| EvaluationError::message(error.to_string()))
}

/// Compiles a pattern that is only known at run time, for `find` and `findAll`, whose errors have a prefix.
pub fn compile_to_find(pattern: &str) -> Result<Pattern, EvaluationError> {
    Pattern::new(pattern).map_err(|error| EvaluationError::message(format!("Illegal regex: {error}")))
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload("matches", &["matches"], CallCost::Own(global_price), matches_value),
    by_overload("matches", &["matches_string"], CallCost::Search, matches_value),
    by_name("find", &["string_find_string"], CallCost::Own(find_price), |arguments, _| match arguments {
        [Value::String(text), Value::String(pattern)] => Ok(find_value(text, &compile_to_find(pattern)?)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name(
        "findAll",
        &["string_find_all_string", "string_find_all_string_int"],
        CallCost::Own(find_price),
        |arguments, _| match arguments {
            [Value::String(text), Value::String(pattern)] => Ok(find_all_values(text, &compile_to_find(pattern)?, -1)),
            [Value::String(text), Value::String(pattern), Value::Int(limit)] => {
                Ok(find_all_values(text, &compile_to_find(pattern)?, *limit))
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
];

fn matches_value<'a>(arguments: &[Value<'a>], _: &Environment) -> Result<Value<'a>, EvaluationError> {
    match arguments {
        [Value::String(text), Value::String(pattern)] => Ok(Value::Bool(matches(text, &compile(pattern)?))),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

/// Returns the cost of `matches(text, pattern)`. Before version 0.29, cel-go computes only the cost of
/// `text.matches(pattern)` as that of a search.
fn global_price(arguments: &[Value<'_>], environment: Environment) -> u64 {
    if environment.minor() >= 37 { CallCost::Search.count(arguments, None, environment) } else { 1 }
}

/// Returns the cost of `find` and `findAll`.
fn find_price(arguments: &[Value<'_>], _: Environment) -> u64 {
    match arguments {
        [text, expression, ..] => search(size(text), size(expression)),
        _ => 1,
    }
}

/// Calls `matches`, `find` or `findAll` with a compiled pattern. `arguments` are those of the call, including the
/// pattern. As in an API server, the content of an optional and the name of a type are strings too.
pub fn call_compiled<'a>(
    function: &str,
    pattern: &Pattern,
    arguments: &[Value<'a>],
    _: &Environment,
) -> Result<Value<'a>, EvaluationError> {
    let [text, _, limit @ ..] = arguments else { return Err(EvaluationError::no_such_overload()) };
    let text = match text {
        Value::String(text) => text.clone(),
        other => match other.unwrapped() {
            Value::String(text) => text,
            _ => return Err(EvaluationError::no_such_overload()),
        },
    };
    match (function, limit) {
        ("matches", []) => Ok(Value::Bool(matches(&text, pattern))),
        ("find", []) => Ok(find_value(&text, pattern)),
        ("findAll", []) => Ok(find_all_values(&text, pattern, -1)),
        ("findAll", [limit]) => match limit.unwrapped() {
            Value::Int(limit) => Ok(find_all_values(&text, pattern, limit)),
            _ => Err(EvaluationError::no_such_overload()),
        },
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn find_value<'a>(text: &Text<'a>, pattern: &Pattern) -> Value<'a> {
    let found = pattern.find(text).and_then(|range| text.part(range));
    found.map_or(Value::text(""), Value::String)
}

fn find_all_values<'a>(text: &Text<'a>, pattern: &Pattern, limit: i64) -> Value<'a> {
    parts_of(text, |text| find_all(text, pattern, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_as_go_does() {
        let cases: &[(&str, &str, i64, &[&str])] = &[
            ("123 abc 456", "[0-9]*", -1, &["123", "", "", "", "", "456"]),
            ("123 abc 456", "[0-9]+", 1, &["123"]),
            ("123 abc 456", "xyz", -1, &[]),
            ("aé", "", -1, &["", "", ""]),
            ("aa", "a*?", -1, &["", "", ""]),
            ("abab", "(ab)?", -1, &["ab", "ab"]),
            ("ab", "a", 0, &[]),
            ("", "", -1, &[""]),
        ];
        for (text, pattern, limit, wanted) in cases {
            assert_eq!(find_all(text, &Pattern::new(pattern).unwrap(), *limit), *wanted, "{text} {pattern}");
        }
        assert_eq!(
            compile_to_find("(").unwrap_err().to_string(),
            "Illegal regex: error parsing regexp: missing closing ): `(`"
        );
    }
}
