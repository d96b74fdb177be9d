//! String functions of the standard library, and version 2 of `strings` in cel-go's `ext/strings.go`. Positions are in
//! code points.

mod format;
mod index_of;
mod join;
mod letter_case;
mod limit;
mod matching;
mod position;
mod quote;
mod replace;
mod split;
mod substring;

pub use format::{fixed, format, scientific};
pub use index_of::{index_of, index_of_from, last_index_of, last_index_of_from};
pub use join::join;
pub use letter_case::{lower_ascii, trim, upper_ascii};
pub use matching::{contains, ends_with, starts_with};
pub use quote::quote;
pub use replace::{replace, replace_at_most};
pub use split::{split, split_at_most};
pub use substring::{char_at, substring, substring_range};

use std::borrow::Cow;

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::{
    Environment, EvaluationError, Value,
    cost::{characters, content_size},
    value::{List, Text},
};

/// The result of a function implementation.
type Outcome<'a> = Result<Value<'a>, EvaluationError>;

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload("charAt", &["string_char_at_int"], CallCost::One, |arguments, _| match arguments {
        [Value::String(text), Value::Int(index)] => part_of(text, |text| char_at(text, *index)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("contains", &["contains_string"], CallCost::Product, |arguments, _| match arguments {
        [Value::String(text), Value::String(part)] => Ok(Value::Bool(contains(text, part))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("endsWith", &["ends_with_string"], CallCost::Own(affix_price), |arguments, _| match arguments {
        [Value::String(text), Value::String(part)] => Ok(Value::Bool(ends_with(text, part))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("format", &["string_format"], CallCost::Held, |arguments, _| match arguments {
        [Value::String(template), Value::List(arguments)] => format(template, arguments).map(Value::from),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name(
        "indexOf",
        &["string_index_of_string", "string_index_of_string_int"],
        CallCost::Contents,
        |arguments, environment| match arguments {
            [Value::String(text), Value::String(part)] => Ok(Value::Int(index_of(text, part))),
            [Value::String(text), Value::String(part), Value::Int(start)] => {
                index_of_from(text, part, *start, environment).map(Value::Int)
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name(
        "join",
        &["list_join", "list_join_string"],
        CallCost::OfResult(|size| characters(size.saturating_mul(2))),
        |arguments, _| match arguments {
            [Value::List(list)] if may_hold_text(list) => join(list, "").map(Value::from),
            [Value::List(list), Value::String(separator)] if may_hold_text(list) => {
                join(list, separator).map(Value::from)
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name(
        "lastIndexOf",
        &["string_last_index_of_string", "string_last_index_of_string_int"],
        CallCost::Contents,
        |arguments, environment| match arguments {
            [Value::String(text), Value::String(part)] => Ok(Value::Int(last_index_of(text, part))),
            [Value::String(text), Value::String(part), Value::Int(start)] => {
                last_index_of_from(text, part, *start, environment).map(Value::Int)
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name("lowerAscii", &["string_lower_ascii"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => changed(text, |text| Ok(lower_ascii(text))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name(
        "replace",
        &["string_replace_string_string", "string_replace_string_string_int"],
        CallCost::Characters(2),
        |arguments, _| match arguments {
            [Value::String(text), Value::String(old), Value::String(new)] => {
                changed(text, |text| replace(text, old, new))
            }
            [Value::String(text), Value::String(old), Value::String(new), Value::Int(limit)] => {
                changed(text, |text| replace_at_most(text, old, new, *limit))
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name("split", &["string_split_string", "string_split_string_int"], CallCost::Characters(2), |arguments, _| {
        match arguments {
            [Value::String(text), Value::String(separator)] => Ok(parts_of(text, |text| split(text, separator))),
            [Value::String(text), Value::String(separator), Value::Int(limit)] => {
                Ok(parts_of(text, |text| split_at_most(text, separator, *limit)))
            }
            _ => Err(EvaluationError::no_such_overload()),
        }
    }),
    by_overload("startsWith", &["starts_with_string"], CallCost::Own(affix_price), |arguments, _| match arguments {
        [Value::String(text), Value::String(part)] => Ok(Value::Bool(starts_with(text, part))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("strings.quote", &["strings_quote"], CallCost::Held, |arguments, _| match arguments {
        [Value::String(text)] => Ok(Value::from(quote(text))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name(
        "substring",
        &["string_substring_int", "string_substring_int_int"],
        CallCost::Characters(1),
        |arguments, _| match arguments {
            [Value::String(text), Value::Int(start)] => part_of(text, |text| substring(text, *start)),
            [Value::String(text), Value::Int(start), Value::Int(end)] => {
                part_of(text, |text| substring_range(text, *start, *end))
            }
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_name("trim", &["string_trim"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => part_of(text, |text| Ok(trim(text))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("upperAscii", &["string_upper_ascii"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text)] => changed(text, |text| Ok(upper_ascii(text))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

/// Returns the cost of `startsWith` and `endsWith`: the traversal of the string, or since cel-go 0.29 of the prefix or
/// suffix.
fn affix_price(arguments: &[Value<'_>], environment: Environment) -> u64 {
    characters(arguments.get(usize::from(environment.minor() >= 37)).map_or(1, content_size))
}

/// Returns `true` if a list is treated as a list of strings. As in cel-go, this depends on the first element.
fn may_hold_text(list: &List<'_>) -> bool {
    matches!(list.get(0), None | Some(Ok(Value::String(_))))
}

/// Returns a part of a string. Borrows from the string if the string itself is borrowed.
fn part_of<'a>(text: &Text<'a>, part: impl for<'t> Fn(&'t str) -> Result<&'t str, EvaluationError>) -> Outcome<'a> {
    Ok(Value::String(match text {
        Text::Borrowed(text) => Text::Borrowed(part(text)?),
        Text::Shared(text) => Text::from(part(text)?.to_owned()),
    }))
}

/// Returns parts of a string. Borrows from the string if the string itself is borrowed.
pub(super) fn parts_of<'a>(text: &Text<'a>, parts: impl for<'t> Fn(&'t str) -> Vec<&'t str>) -> Value<'a> {
    let parts: Vec<Value<'a>> = match text {
        Text::Borrowed(text) => parts(text).into_iter().map(Value::text).collect(),
        Text::Shared(text) => parts(text).into_iter().map(|part| Value::from(part.to_owned())).collect(),
    };
    Value::from(parts)
}

/// Applies a change to a string. Returns the original string if nothing changes.
fn changed<'a>(
    text: &Text<'a>,
    change: impl for<'t> Fn(&'t str) -> Result<Cow<'t, str>, EvaluationError>,
) -> Outcome<'a> {
    Ok(match change(text)? {
        Cow::Borrowed(_) => Value::String(text.clone()),
        Cow::Owned(changed) => Value::from(changed),
    })
}
