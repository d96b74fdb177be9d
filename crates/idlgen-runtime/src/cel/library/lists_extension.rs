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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::Environment;

    fn ints(numbers: &[i64]) -> Value<'static> {
        Value::from(numbers.iter().map(|number| Value::Int(*number)).collect::<Vec<_>>())
    }

    fn numbers(value: &Value<'_>) -> String {
        match value {
            Value::Int(number) => number.to_string(),
            Value::List(list) => {
                let elements: Vec<String> = list.iter().map(|element| numbers(&element.unwrap())).collect();
                format!("[{}]", elements.join(", "))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lists_from_lists() {
        let nested = Value::from(vec![ints(&[1]), Value::Int(2), Value::from(vec![ints(&[3])])]);
        let (old, new) = (Environment::new(35), Environment::new(37));
        for (name, arguments, environment, wanted) in [
            ("distinct", vec![ints(&[2, 1, 2, 1])], old, "[2, 1]"),
            ("flatten", vec![nested.clone()], old, "[1, 2, [3]]"),
            ("flatten", vec![nested.clone(), Value::Int(i64::MAX)], old, "[1, 2, 3]"),
            ("flatten", vec![nested.clone(), Value::Int(-1)], old, "level must be non-negative"),
            ("lists.range", vec![Value::Int(2)], old, "[0, 1]"),
            ("lists.range", vec![Value::Int(-2)], old, "[]"),
            ("lists.range", vec![Value::Int(-2)], new, "lists.range: size must be non-negative, got -2"),
            ("lists.range", vec![Value::Int(i64::MAX)], old, "operation cancelled: actual cost limit exceeded"),
            (
                "lists.range",
                vec![Value::Int(1_000_001)],
                new,
                "lists.range: size 1000001 exceeds maximum allowed (1000000)",
            ),
            ("reverse", vec![ints(&[1, 2])], old, "[2, 1]"),
            ("slice", vec![ints(&[1, 2, 3]), Value::Int(1), Value::Int(2)], old, "[2]"),
            (
                "slice",
                vec![ints(&[1]), Value::Int(-1), Value::Int(0)],
                old,
                "cannot slice(-1, 0), negative indexes not supported",
            ),
            (
                "slice",
                vec![ints(&[1]), Value::Int(1), Value::Int(0)],
                old,
                "cannot slice(1, 0), start index must be less than or equal to end index",
            ),
            ("sort", vec![ints(&[3, 1, 2])], old, "[1, 2, 3]"),
            ("sort", vec![ints(&[])], old, "[]"),
            (
                "sort",
                vec![Value::from(vec![Value::Int(1), Value::Uint(1)])],
                old,
                "list elements must have the same type",
            ),
            ("sort", vec![nested], old, "list elements must be comparable"),
            ("@sortByAssociatedKeys", vec![ints(&[1, 2, 3]), ints(&[0, 2, 1])], old, "[1, 3, 2]"),
        ] {
            let got = match function(name).unwrap()(&arguments, &environment) {
                Ok(value) => numbers(&value),
                Err(error) => error.to_string(),
            };
            assert_eq!(got, wanted, "{name}");
        }
    }
}
