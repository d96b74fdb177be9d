//! The overloads of `isSorted`, `min` and `max`, one per element type.

use super::{holds, is_sorted, max, min};
use crate::cel::library::{Binding, CallCost, by_name};
use crate::cel::{EvaluationError, Value};

/// Declares one row per overload. An overload accepts lists whose first element has its element type.
macro_rules! overloads {
    ($function:literal, $call:expr, $(($overload:literal, $of:ident)),+ $(,)?) => {
        &[$(by_name($function, &[$overload], CallCost::Contents, |arguments, _| match arguments {
            [Value::List(list)] if holds(list, |first| matches!(first, Value::$of(_))) => $call(list),
            _ => Err(EvaluationError::no_such_overload()),
        })),+]
    };
}

pub(in crate::cel::library) const IS_SORTED: &[Binding] = overloads!(
    "isSorted",
    |list| is_sorted(list).map(Value::Bool),
    ("list_int_is_sorted_bool", Int),
    ("list_uint_is_sorted_bool", Uint),
    ("list_double_is_sorted_bool", Double),
    ("list_bool_is_sorted_bool", Bool),
    ("list_duration_is_sorted_bool", Duration),
    ("list_timestamp_is_sorted_bool", Timestamp),
    ("list_string_is_sorted_bool", String),
    ("list_bytes_is_sorted_bool", Bytes),
);

pub(in crate::cel::library) const MAX: &[Binding] = overloads!(
    "max",
    max,
    ("list_int_max_int", Int),
    ("list_uint_max_uint", Uint),
    ("list_double_max_double", Double),
    ("list_bool_max_bool", Bool),
    ("list_duration_max_duration", Duration),
    ("list_timestamp_max_timestamp", Timestamp),
    ("list_string_max_string", String),
    ("list_bytes_max_bytes", Bytes),
);

pub(in crate::cel::library) const MIN: &[Binding] = overloads!(
    "min",
    min,
    ("list_int_min_int", Int),
    ("list_uint_min_uint", Uint),
    ("list_double_min_double", Double),
    ("list_bool_min_bool", Bool),
    ("list_duration_min_duration", Duration),
    ("list_timestamp_min_timestamp", Timestamp),
    ("list_string_min_string", String),
    ("list_bytes_min_bytes", Bytes),
);
