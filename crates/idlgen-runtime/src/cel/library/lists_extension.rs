//! Version 3 of `lists` in cel-go's `ext/lists.go`: `slice`, `flatten`, `sort`, `sortBy`, `lists.range`, `reverse` and
//! `distinct`.

mod distinct;
mod flatten;
mod range;
mod sort;

pub use distinct::distinct;
pub use flatten::flatten;
pub use range::{range, reverse, slice};
pub use sort::{sort, sort_by_associated_keys};

use std::sync::Arc;

use super::{Binding, CallCost, by_overload};
use crate::cel::cost::{LIST, size};
use crate::cel::{Environment, ErrorKind, EvaluationError, Value};

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload(
        "distinct",
        &["list_distinct"],
        CallCost::Checked(|arguments, _| comparisons(arguments.first())),
        |arguments, _| match arguments {
            [Value::List(list)] => Ok(Value::List(distinct(list))),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_overload("flatten", &["list_flatten", "list_flatten_int"], CallCost::Checked(flatten_price), |arguments, _| {
        match arguments {
            [Value::List(list)] => flatten(list, 1).map(Value::List),
            [Value::List(list), Value::Int(depth)] => flatten(list, *depth).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }),
    by_overload("lists.range", &["lists_range"], CallCost::Own(range_cost), |arguments, environment| match arguments {
        [Value::Int(end)] => range(*end, environment).map(Value::List),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("reverse", &["list_reverse"], CallCost::OfResult(list), |arguments, _| match arguments {
        [Value::List(list)] => Ok(Value::List(reverse(list))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("slice", &["list_slice"], CallCost::OfResult(list), |arguments, _| match arguments {
        [Value::List(list), Value::Int(start), Value::Int(end)] => slice(list, *start, *end).map(Value::List),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload(
        "sort",
        &[
            "list_int_sort",
            "list_uint_sort",
            "list_double_sort",
            "list_bool_sort",
            "list_google.protobuf.Duration_sort",
            "list_google.protobuf.Timestamp_sort",
            "list_string_sort",
            "list_bytes_sort",
        ],
        CallCost::Checked(|arguments, _| comparisons(arguments.first())),
        |arguments, _| match arguments {
            [Value::List(list)] => sort(list).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_overload(
        "@sortByAssociatedKeys",
        &[
            "list_int_sortByAssociatedKeys",
            "list_uint_sortByAssociatedKeys",
            "list_double_sortByAssociatedKeys",
            "list_bool_sortByAssociatedKeys",
            "list_google.protobuf.Duration_sortByAssociatedKeys",
            "list_google.protobuf.Timestamp_sortByAssociatedKeys",
            "list_string_sortByAssociatedKeys",
            "list_bytes_sortByAssociatedKeys",
        ],
        CallCost::Checked(|arguments, _| comparisons(arguments.get(1))),
        |arguments, _| match arguments {
            [Value::List(list), Value::List(keys)] => sort_by_associated_keys(list, keys).map(Value::List),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
];

/// Returns the cost of creating a list of this size.
fn list(size: u64) -> u64 {
    size.saturating_add(1 + LIST)
}

/// Returns the cost of creating a list of the length that the argument specifies. If the call fails, the cost is that
/// of a list with one element.
fn range_cost(arguments: &[Value<'_>], environment: Environment) -> u64 {
    match arguments.first() {
        Some(Value::Int(end)) if environment.minor() < 37 || (0..=1_000_000).contains(end) => {
            list(u64::try_from(*end).unwrap_or(0))
        }
        _ => list(1),
    }
}

/// Returns the cost of `flatten`: the length of the list times the depth. Before cel-go 0.29, a negative depth reduces
/// the cost.
fn flatten_price(arguments: &[Value<'_>], environment: Environment) -> Result<u64, EvaluationError> {
    let elements = arguments.first().map_or(1, size);
    Ok(match arguments.get(1) {
        Some(Value::Int(depth)) if *depth < 0 && environment.minor() < 37 => {
            ((elements as f64 * *depth as f64) as i64 as u64).wrapping_add(1 + LIST)
        }
        Some(Value::Int(depth)) if *depth >= 0 => list(as_go_uint64(elements as f64 * *depth as f64)),
        Some(Value::Int(_)) | None => list(elements),
        Some(other) => {
            let of = other.go_type_name();
            return Err(gone_wrong(format!("interface conversion: ref.Val is {of}, not types.Int")));
        }
    })
}

/// Converts like Go's `uint64(number)` on amd64, the platform of API servers: 2^63 for values out of range.
fn as_go_uint64(number: f64) -> u64 {
    if number < u64::MAX as f64 { number as u64 } else { 1 << 63 }
}

/// Returns the error for a crash of the API server, which also computes the cost of a call that it has rejected or
/// whose argument failed.
#[cold]
fn gone_wrong(message: String) -> EvaluationError {
    ErrorKind::Internal(Arc::new(message)).into()
}

/// Returns the cost of comparing each element with every other element twice, plus a cost per character for strings and
/// bytes.
fn comparisons(argument: Option<&Value<'_>>) -> Result<u64, EvaluationError> {
    let list_of = match argument {
        Some(Value::List(list)) => list,
        None => return Ok(list(2)),
        Some(other) => {
            let has_sum = matches!(
                other,
                Value::Int(_)
                    | Value::Uint(_)
                    | Value::Double(_)
                    | Value::String(_)
                    | Value::Bytes(_)
                    | Value::Duration(_)
                    | Value::Timestamp(_)
            );
            let (of, missing) = (other.go_type_name(), if has_sum { "Contains" } else { "Add" });
            return Err(gone_wrong(format!(
                "interface conversion: {of} is not traits.Lister: missing method {missing}"
            )));
        }
    };
    let size = list_of.len() as u64;
    let is_text = matches!(list_of.get(0), Some(Ok(Value::String(_) | Value::Bytes(_))));
    Ok(list((size.saturating_mul(size) as f64 * if is_text { 2.1 } else { 2.0 }) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Environment, library::functions};

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
            let got = match functions(name, "").next().unwrap()(&arguments, &environment) {
                Ok(value) => numbers(&value),
                Err(error) => error.to_string(),
            };
            assert_eq!(got, wanted, "{name}");
        }
    }

    #[test]
    fn the_longest_range_has_a_million_elements() {
        for minor in [35, 37] {
            let environment = Environment::new(minor);
            assert_eq!(range(1_000_000, &environment).map(|list| list.len()).ok(), Some(1_000_000), "{minor}");
            assert!(range(1_000_001, &environment).is_err(), "{minor}");
        }
    }
}
