//! Optional values (`OptionalTypes` of cel-go's `cel/library.go`). Functions that evaluate their argument lazily (`or`,
//! `orValue`) are part of the evaluator.

use std::sync::Arc;

use super::{Binding, CallCost, by_overload, printed::printed};
use crate::cel::{
    ErrorKind, EvaluationError, Value,
    value::{List, Timestamp},
};

/// `optional.ofNonZeroValue(value)`: an optional that is empty if the value is null, false, zero, empty or the zero
/// time. Lists, maps and objects of the validated data never count as empty, because their types in
/// `valuesunstructured.go` of k8s.io/apiserver do not implement the check.
pub fn of_non_zero_value(value: Value<'_>) -> Value<'_> {
    if is_zero(&value) { Value::NONE } else { Value::some(value) }
}

fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(value) | Value::Duration(value) => *value == 0,
        Value::Uint(value) => *value == 0,
        Value::Double(value) => *value == 0.0,
        Value::String(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Timestamp(time) => (time.seconds, time.nanoseconds) == (Timestamp::MIN_SECONDS, 0),
        Value::List(list) => list.is_empty() && list.data().is_none(),
        Value::Map(map) => map.is_empty() && map.data().is_none(),
        _ => false,
    }
}

/// `optional.value()`: the content of the optional.
pub fn value<'a>(optional: Option<&Arc<Value<'a>>>) -> Result<Value<'a>, EvaluationError> {
    optional.map_or_else(|| Err(ErrorKind::OptionalNone.into()), |value| Value::clone(value).taken())
}

/// `list.first()`
pub fn first<'a>(list: &List<'a>) -> Value<'a> {
    list.held(0).map_or(Value::NONE, Value::some)
}

/// `list.last()`
pub fn last<'a>(list: &List<'a>) -> Value<'a> {
    list.len().checked_sub(1).and_then(|index| list.held(index)).map_or(Value::NONE, Value::some)
}

/// `optional.unwrap(list)`, `list.unwrapOpt()`: the contents of all nonempty optionals in a list.
pub fn unwrap<'a>(list: &List<'a>) -> Result<List<'a>, EvaluationError> {
    let mut held = Vec::new();
    for element in list.iter_held() {
        match element {
            Value::Optional(Some(value)) => held.push(Value::clone(&value)),
            Value::Optional(None) => {}
            other => return Err(EvaluationError::message(format!("value {} is not optional", printed(&other)))),
        }
    }
    Ok(List::from(held))
}

pub(super) const FUNCTIONS: &[Binding] =
    &[
        by_overload("first", &["list_first"], CallCost::One, |arguments, _| match arguments {
            [Value::List(list)] => Ok(first(list)),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("hasValue", &["optional_hasValue"], CallCost::One, |arguments, _| match arguments {
            [Value::Optional(optional)] => Ok(Value::Bool(optional.is_some())),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("last", &["list_last"], CallCost::One, |arguments, _| match arguments {
            [Value::List(list)] => Ok(last(list)),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("optional.none", &["optional_none"], CallCost::One, |arguments, _| match arguments {
            [] => Ok(Value::NONE),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("optional.of", &["optional_of"], CallCost::One, |arguments, _| match arguments {
            [value] => Ok(Value::some(value.clone())),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("optional.ofNonZeroValue", &["optional_ofNonZeroValue"], CallCost::One, |arguments, _| {
            match arguments {
                [value] => Ok(of_non_zero_value(value.clone())),
                _ => Err(EvaluationError::no_such_overload()),
            }
        }),
        by_overload("optional.unwrap", &["optional_unwrap"], CallCost::One, |arguments, _| match arguments {
            [Value::List(list)] if matches!(list.get(0), None | Some(Ok(Value::Optional(_)))) => {
                unwrap(list).map(Value::List)
            }
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("unwrapOpt", &["optional_unwrapOpt"], CallCost::One, |arguments, _| match arguments {
            [Value::List(list)] if matches!(list.get(0), None | Some(Ok(Value::Optional(_)))) => {
                unwrap(list).map(Value::List)
            }
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("value", &["optional_value"], CallCost::One, |arguments, _| match arguments {
            [Value::Optional(optional)] => value(optional.as_ref()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
    ];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_zero() {
        let start = Timestamp { seconds: Timestamp::MIN_SECONDS, nanoseconds: 0, offset: 3600 };
        for (value, is_empty) in [
            (Value::Null, true),
            (Value::Double(-0.0), true),
            (Value::text(""), true),
            (Value::from(vec![]), true),
            (Value::Timestamp(start), true),
            (Value::Duration(1), false),
            (Value::NONE, false),
            (Value::Type("int".into()), false),
        ] {
            let got = of_non_zero_value(value.clone());
            assert_eq!(matches!(got, Value::Optional(None)), is_empty, "{value:?}");
        }
    }

    #[test]
    fn what_lists_hold() {
        let list = List::from(vec![Value::some(Value::Int(1)), Value::NONE, Value::some(Value::Int(2))]);
        assert_eq!(unwrap(&list).unwrap().len(), 2);
        let list = List::from(vec![Value::NONE, Value::Int(2)]);
        assert_eq!(unwrap(&list).unwrap_err().to_string(), "value 2 is not optional");
        assert!(matches!(first(&List::from(vec![])), Value::Optional(None)));
        assert!(matches!(last(&list), Value::Optional(Some(value)) if matches!(*value, Value::Int(2))));
        assert_eq!(value(None).unwrap_err().to_string(), "optional.none() dereference");
    }
}
