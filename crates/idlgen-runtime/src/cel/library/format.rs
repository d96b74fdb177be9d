//! Named formats (`format` of k8s.io/apiserver/pkg/cel/library).

mod named_format;
mod table;

pub(super) use table::CONSTANTS;

pub use named_format::Format;

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::cost::{search, size};
use crate::cel::{Environment, EvaluationError, Value};

pub(super) const FUNCTIONS: &[Binding] =
    &[
        by_overload("format.named", &["format-named"], CallCost::One, |arguments, _| match arguments {
            [Value::String(name)] => {
                Ok(Format::named(name).map_or(Value::NONE, |format| Value::some(Value::Format(format))))
            }
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_name("validate", &["format-validate"], CallCost::Own(validate_price), |arguments, environment| {
            match arguments {
                [Value::Format(format), Value::String(text)] => Ok(validate(format, text, *environment)),
                _ => Err(EvaluationError::no_such_overload()),
            }
        }),
    ];

/// Returns the cost of a search for a regular expression of the format's size.
fn validate_price(arguments: &[Value<'_>], _: Environment) -> u64 {
    match arguments {
        [Value::Format(format), text, ..] => search(size(text), format.expression_size),
        _ => 1,
    }
}

/// `format.validate(text)`: an optional list of messages, empty if the string has the format.
fn validate(format: &Format, text: &str, environment: Environment) -> Value<'static> {
    let messages = format.messages(text, environment);
    if messages.is_empty() {
        return Value::NONE;
    }
    Value::some(messages.into_iter().map(Value::from).collect::<Vec<_>>().into())
}
