//! `lists` of k8s.io/apiserver/pkg/cel/library: `isSorted`, `min`, `max`, `sum`, `indexOf`, `lastIndexOf` and, since
//! Kubernetes 1.37, `includes`.
//!
//! As in cel-go, the first element determines the element type: a dynamic list whose first element is a number is
//! treated as a list of numbers.

mod extreme;
mod ordered;
mod search;
mod sum;
mod unfit;

pub use extreme::{is_sorted, max, min};
pub(super) use ordered::{IS_SORTED, MAX, MIN};
pub use search::{includes, index_of, last_index_of};
pub use sum::{Zero, sum};

use super::{Binding, CallCost, by_name};
use crate::cel::{EvaluationError, Value, value::List};

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("includes", &["list_includes_dyn_dyn"], CallCost::Contents, |arguments, _| match arguments {
        [target, value] => includes(target, value).map(Value::Bool),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("indexOf", &["list_a_index_of_int"], CallCost::Contents, |arguments, _| match arguments {
        [Value::List(list), value] => Ok(Value::Int(index_of(list, value))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("lastIndexOf", &["list_a_last_index_of_int"], CallCost::Contents, |arguments, _| match arguments {
        [Value::List(list), value] => Ok(Value::Int(last_index_of(list, value))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    // The first overload determines the sum of an empty list of unknown type: the integer 0.
    by_name("sum", &["list_int_sum_int"], CallCost::Contents, |arguments, _| sum_of(arguments, Zero::Int)),
    by_name("sum", &["list_uint_sum_uint"], CallCost::Contents, |arguments, _| sum_of(arguments, Zero::Uint)),
    by_name("sum", &["list_double_sum_double"], CallCost::Contents, |arguments, _| sum_of(arguments, Zero::Double)),
    by_name("sum", &["list_duration_sum_duration"], CallCost::Contents, |arguments, _| {
        sum_of(arguments, Zero::Duration)
    }),
];

fn sum_of<'a>(arguments: &[Value<'a>], zero: Zero) -> Result<Value<'a>, EvaluationError> {
    let [Value::List(list)] = arguments else { return Err(EvaluationError::no_such_overload()) };
    match list.get(0) {
        None => Ok(zero.into()),
        Some(Ok(first)) if Zero::of(&first) == Some(zero) => sum(list, zero),
        // The overload does not match a first element that is an error, either.
        Some(_) => Err(EvaluationError::no_such_overload()),
    }
}

/// Returns `true` if the list is empty or its first element satisfies the predicate.
pub(super) fn holds(list: &List<'_>, is_wanted: fn(&Value<'_>) -> bool) -> bool {
    match list.get(0) {
        None => true,
        Some(first) => first.as_ref().is_ok_and(is_wanted),
    }
}

/// Returns `true` if values of this type can be ordered.
pub(super) fn is_comparable(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Environment, ErrorKind, library::functions};

    fn list(elements: &[Value<'static>]) -> Value<'static> {
        Value::from(elements.to_vec())
    }

    /// Calls a list function. Returns the result as a string.
    fn call(name: &str, elements: &[Value<'static>]) -> String {
        call_overload(name, "", elements)
    }

    /// Calls one overload of a list function, or all of them if `overload` is empty. Returns the result as a string.
    fn call_overload(name: &str, overload: &str, elements: &[Value<'static>]) -> String {
        let outcome = functions(name, overload)
            .map(|function| function(&[list(elements)], &Environment::default()))
            .find(|outcome| !matches!(outcome, Err(error) if *error.kind() == ErrorKind::NoSuchOverload));
        match outcome {
            Some(Ok(value)) => format!("{value:?}"),
            Some(Err(error)) => error.to_string(),
            None => "no such overload".to_owned(),
        }
    }

    #[test]
    fn an_overload_takes_its_elements_only() {
        let (one, flag) = (Value::Int(1), Value::Bool(true));
        let failed = Value::held(Err(EvaluationError::message("x")));
        for (name, overload, elements, wanted) in [
            ("min", "list_timestamp_min_timestamp", vec![Value::Double(1.5)], "no such overload"),
            ("max", "list_double_max_double", vec![flag.clone(), Value::Double(1.5)], "no such overload"),
            ("max", "list_int_max_int", vec![one.clone(), Value::Double(1.5)], "Double(1.5)"),
            ("max", "list_bytes_max_bytes", vec![], "max called on empty list"),
            ("isSorted", "list_string_is_sorted_bool", vec![one.clone()], "no such overload"),
            ("sum", "list_uint_sum_uint", vec![one.clone()], "no such overload"),
            ("sum", "list_int_sum_int", vec![one.clone()], "Int(1)"),
            ("sum", "list_int_sum_int", vec![failed.clone(), one.clone()], "no such overload"),
            ("sum", "list_int_sum_int", vec![one.clone(), failed.clone()], "x"),
            ("max", "list_int_max_int", vec![failed.clone(), one.clone()], "no such overload"),
            ("isSorted", "list_int_is_sorted_bool", vec![failed, one.clone()], "no such overload"),
        ] {
            assert_eq!(call_overload(name, overload, &elements), wanted, "{overload} {elements:?}");
        }
    }

    #[test]
    fn the_first_element_decides() {
        let (one, text, nan) = (Value::Int(1), Value::text("a"), Value::Double(f64::NAN));
        for (name, elements, wanted) in [
            ("min", vec![one.clone(), text.clone()], "Int(1)"),
            ("min", vec![nan.clone(), Value::Double(1.0)], "Double(NaN)"),
            ("max", vec![one.clone(), Value::Double(2.0)], "Double(2.0)"),
            ("max", vec![], "max called on empty list"),
            ("max", vec![Value::Null], "no such overload"),
            ("max", vec![one.clone(), Value::Null], "no such overload"),
            ("isSorted", vec![one.clone(), one.clone(), text.clone(), one.clone()], "Bool(true)"),
            ("isSorted", vec![Value::Bool(true), Value::Bool(false)], "Bool(false)"),
            ("isSorted", vec![list(&[])], "no such overload"),
            ("sum", vec![], "Int(0)"),
            ("sum", vec![one.clone(), text.clone()], "no such overload"),
            ("sum", vec![text.clone()], "no such overload"),
            ("sum", vec![Value::Duration(i64::MAX), Value::Duration(1)], "integer overflow"),
            ("sum", vec![Value::Uint(u64::MAX), Value::Uint(1)], "unsigned integer overflow"),
        ] {
            assert_eq!(call(name, &elements), wanted, "{name} {elements:?}");
        }
    }

    #[test]
    fn the_overload_decides_what_an_empty_sum_is() {
        let sum = functions("sum", "list_double_sum_double").next().unwrap();
        assert!(matches!(sum(&[list(&[])], &Environment::default()), Ok(Value::Double(0.0))));
        let sum = functions("sum", "").next().unwrap();
        assert!(matches!(sum(&[list(&[])], &Environment::default()), Ok(Value::Int(0))));
    }

    #[test]
    fn searches() {
        let elements = List::from(vec![Value::Int(1), Value::Uint(2), Value::Double(1.0), Value::Null]);
        assert_eq!(index_of(&elements, &Value::Uint(1)), 0);
        assert_eq!(last_index_of(&elements, &Value::Uint(1)), 2);
        assert_eq!(index_of(&elements, &Value::text("1")), -1);
        assert_eq!(last_index_of(&elements, &Value::Null), 3);
        assert_eq!(includes(&Value::List(elements), &Value::Int(2)), Ok(true));
        assert_eq!(includes(&Value::Int(1), &Value::Double(1.0)), Ok(true));
        assert_eq!(includes(&Value::text("a"), &Value::text("b")), Ok(false));
    }
}
