//! `sets` of cel-go's `ext/sets.go`: lists used as sets.

use super::{Binding, CallCost, by_overload};
use crate::cel::{ErrorKind, EvaluationError, Value, cost::size, value::List};

/// `sets.contains(list, part)`: `true` if the list contains every element of `part`.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::sets::contains, value::List};
/// let list = List::from(vec![Value::Int(1), Value::Int(2)]);
/// assert!(contains(&list, &List::from(vec![Value::Double(2.0), Value::Int(2)])).unwrap());
/// ```
pub fn contains(list: &List<'_>, part: &List<'_>) -> Result<bool, EvaluationError> {
    for element in part.iter_held() {
        if !list.contains(&element)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `sets.equivalent(left, right)`: `true` if each list contains the other.
pub fn equivalent(left: &List<'_>, right: &List<'_>) -> Result<bool, EvaluationError> {
    Ok(contains(left, right)? && contains(right, left)?)
}

/// `sets.intersects(left, right)`: `true` if the lists have a common element.
pub fn intersects(left: &List<'_>, right: &List<'_>) -> Result<bool, EvaluationError> {
    for element in left.iter_held() {
        match right.contains(&element) {
            Ok(true) => return Ok(true),
            Err(error) if error.ends_comparison() => return Err(error),
            // If a comparison fails, the values are treated as unequal.
            _ => {}
        }
    }
    Ok(false)
}

/// Distinguishes an error of elements that cannot be compared from that of a call without a matching overload.
fn of_elements(error: EvaluationError) -> EvaluationError {
    match error.kind() {
        ErrorKind::NoSuchOverload => EvaluationError::message(error.to_string()),
        _ => error,
    }
}

/// Returns the cost of comparing each element of the first list with each element of the second, multiplied by `times`.
/// An optional costs as much as a list with one element.
fn pairs(arguments: &[Value<'_>], times: u64) -> u64 {
    let argument = |index: usize| arguments.get(index).map_or(1, size);
    argument(0).saturating_mul(argument(1)).saturating_mul(times).saturating_add(1)
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload(
        "sets.contains",
        &["list_sets_contains_list"],
        CallCost::Own(|arguments, _| pairs(arguments, 1)),
        |arguments, _| match arguments {
            [Value::List(list), Value::List(part)] => contains(list, part).map(Value::Bool).map_err(of_elements),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_overload(
        "sets.equivalent",
        &["list_sets_equivalent_list"],
        CallCost::Own(|arguments, _| pairs(arguments, 2)),
        |arguments, _| match arguments {
            [Value::List(left), Value::List(right)] => equivalent(left, right).map(Value::Bool).map_err(of_elements),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
    by_overload(
        "sets.intersects",
        &["list_sets_intersects_list"],
        CallCost::Own(|arguments, _| pairs(arguments, 1)),
        |arguments, _| match arguments {
            [Value::List(left), Value::List(right)] => intersects(left, right).map(Value::Bool),
            _ => Err(EvaluationError::no_such_overload()),
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_has_one_element() {
        let arguments = [Value::from(vec![Value::Null; 3]), Value::some(Value::text("abc"))];
        assert_eq!((pairs(&arguments, 1), pairs(&arguments, 2)), (4, 7));
    }

    #[test]
    fn lists_as_sets() {
        let list = |numbers: &[i64]| List::from(numbers.iter().map(|number| Value::Int(*number)).collect::<Vec<_>>());
        for (left, right, contained, same, common) in [
            (&[][..], &[][..], true, true, false),
            (&[1], &[], true, false, false),
            (&[], &[1], false, false, false),
            (&[1, 2, 2], &[2, 1], true, true, true),
            (&[1, 2], &[2, 3], false, false, true),
        ] {
            let (left, right) = (list(left), list(right));
            assert_eq!(contains(&left, &right), Ok(contained));
            assert_eq!(equivalent(&left, &right), Ok(same));
            assert_eq!(intersects(&left, &right), Ok(common));
        }
    }
}
