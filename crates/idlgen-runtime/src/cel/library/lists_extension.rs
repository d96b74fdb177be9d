//! `lists` in version 3 of cel-go's `ext/lists.go`: `slice`, `flatten`, `sort`, `sortBy`, `lists.range`, `reverse` and `distinct`.

mod distinct;
mod flatten;
mod range;
mod sort;

pub use distinct::distinct;
pub use flatten::flatten;
pub use range::{range, reverse, slice};
pub use sort::{sort, sort_by_associated_keys};

use super::Function;
use crate::cel::{EvaluationError, Value};

pub(super) fn function(name: &str) -> Option<Function> {
    Some(match name {
        "distinct" => |arguments, _| match arguments {
            [Value::List(list)] => distinct(list).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "flatten" => |arguments, _| match arguments {
            [Value::List(list)] => flatten(list, 1).map(Value::List),
            [Value::List(list), Value::Int(depth)] => flatten(list, *depth).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "lists.range" => |arguments, environment| match arguments {
            [Value::Int(end)] => range(*end, environment).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "reverse" => |arguments, _| match arguments {
            [Value::List(list)] => reverse(list).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "slice" => |arguments, _| match arguments {
            [Value::List(list), Value::Int(start), Value::Int(end)] => slice(list, *start, *end).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "sort" => |arguments, _| match arguments {
            [Value::List(list)] => sort(list).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        "@sortByAssociatedKeys" => |arguments, _| match arguments {
            [Value::List(list), Value::List(keys)] => sort_by_associated_keys(list, keys).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
        _ => return None,
    })
}
