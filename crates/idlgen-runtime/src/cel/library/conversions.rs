//! Type conversions of the standard library: `int`, `string`, `timestamp` and so on. (`type` and `dyn` are part of the
//! evaluator.)

mod numbers;
mod text;
mod time;

pub use numbers::{
    double_to_int, double_to_uint, int_to_uint, string_to_bool, string_to_double, string_to_int, string_to_uint,
    timestamp_to_int, uint_to_int,
};
pub use text::{bytes_to_string, double_to_string, duration_to_string, timestamp_to_string};
pub use time::{int_to_timestamp, string_to_duration, string_to_timestamp};

use super::{Binding, CallCost, by_overload};
use crate::cel::{
    Environment, EvaluationError, Value,
    value::{Bytes, Text},
};

/// The result of a function implementation.
type Outcome<'a> = Result<Value<'a>, EvaluationError>;

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload("bool", &["bool_to_bool", "string_to_bool"], CallCost::One, to_bool),
    by_overload("bytes", &["bytes_to_bytes"], CallCost::One, to_bytes),
    by_overload("bytes", &["string_to_bytes"], CallCost::Held, to_bytes),
    by_overload(
        "double",
        &["double_to_double", "int64_to_double", "string_to_double", "uint64_to_double"],
        CallCost::One,
        to_double,
    ),
    by_overload(
        "duration",
        &["duration_to_duration", "int64_to_duration", "string_to_duration"],
        CallCost::One,
        to_duration,
    ),
    by_overload(
        "int",
        &[
            "int64_to_int64",
            "double_to_int64",
            "duration_to_int64",
            "string_to_int64",
            "timestamp_to_int64",
            "uint64_to_int64",
        ],
        CallCost::One,
        to_int,
    ),
    by_overload(
        "string",
        &[
            "string_to_string",
            "bool_to_string",
            "double_to_string",
            "duration_to_string",
            "int64_to_string",
            "timestamp_to_string",
            "uint64_to_string",
        ],
        CallCost::One,
        to_string,
    ),
    by_overload("string", &["bytes_to_string"], CallCost::Held, to_string),
    by_overload(
        "timestamp",
        &["timestamp_to_timestamp", "int64_to_timestamp", "string_to_timestamp"],
        CallCost::One,
        to_timestamp,
    ),
    by_overload(
        "uint",
        &["uint64_to_uint64", "double_to_uint64", "int64_to_uint64", "string_to_uint64"],
        CallCost::One,
        to_uint,
    ),
];

fn to_bool<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    match arguments {
        [Value::Bool(value)] => Ok(Value::Bool(*value)),
        [Value::String(text)] => string_to_bool(text).map(Value::Bool),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn to_bytes<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    match arguments {
        [Value::Bytes(bytes)] => Ok(Value::Bytes(bytes.clone())),
        [Value::String(Text::Borrowed(text))] => Ok(Value::Bytes(Bytes::Borrowed(text.as_bytes()))),
        [Value::String(text)] => Ok(Value::Bytes(Bytes::from(text.as_bytes().to_vec()))),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn to_double<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    let value = match arguments {
        [Value::Double(value)] => *value,
        [Value::Int(value)] => *value as f64,
        [Value::Uint(value)] => *value as f64,
        [Value::String(text)] => string_to_double(text)?,
        _ => return Err(EvaluationError::no_such_overload()),
    };
    Ok(Value::Double(value))
}

/// Implements `duration(value)`. `duration(int)` is declared up to the cel-go version of Kubernetes 1.36 and always
/// fails.
fn to_duration<'a>(arguments: &[Value<'a>], environment: &Environment) -> Outcome<'a> {
    match arguments {
        [Value::Duration(value)] => Ok(Value::Duration(*value)),
        [Value::String(text)] => string_to_duration(text).map(Value::Duration),
        [Value::Int(_)] if environment.minor() < 37 => {
            Err(EvaluationError::conversion("int", "google.protobuf.Duration"))
        }
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn to_int<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    let value = match arguments {
        [Value::Int(value) | Value::Duration(value)] => *value,
        [Value::Double(value)] => double_to_int(*value)?,
        [Value::String(text)] => string_to_int(text)?,
        [Value::Timestamp(time)] => timestamp_to_int(*time),
        [Value::Uint(value)] => uint_to_int(*value)?,
        _ => return Err(EvaluationError::no_such_overload()),
    };
    Ok(Value::Int(value))
}

fn to_string<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    let text = match arguments {
        [Value::String(text)] => return Ok(Value::String(text.clone())),
        [Value::Bool(value)] => return Ok(Value::text(if *value { "true" } else { "false" })),
        [Value::Bytes(Bytes::Borrowed(bytes))] => return bytes_to_string(bytes).map(Value::text),
        [Value::Bytes(bytes)] => bytes_to_string(bytes)?.to_owned(),
        [Value::Double(value)] => double_to_string(*value),
        [Value::Duration(value)] => duration_to_string(*value),
        [Value::Int(value)] => value.to_string(),
        [Value::Timestamp(time)] => timestamp_to_string(*time),
        [Value::Uint(value)] => value.to_string(),
        _ => return Err(EvaluationError::no_such_overload()),
    };
    Ok(Value::from(text))
}

fn to_timestamp<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    match arguments {
        [Value::Timestamp(time)] => Ok(Value::Timestamp(*time)),
        [Value::Int(seconds)] => int_to_timestamp(*seconds).map(Value::Timestamp),
        [Value::String(text)] => string_to_timestamp(text).map(Value::Timestamp),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn to_uint<'a>(arguments: &[Value<'a>], _: &Environment) -> Outcome<'a> {
    let value = match arguments {
        [Value::Uint(value)] => *value,
        [Value::Double(value)] => double_to_uint(*value)?,
        [Value::Int(value)] => int_to_uint(*value)?,
        [Value::String(text)] => string_to_uint(text)?,
        _ => return Err(EvaluationError::no_such_overload()),
    };
    Ok(Value::Uint(value))
}
