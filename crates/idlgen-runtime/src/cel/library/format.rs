//! Named formats (`format` of k8s.io/apiserver/pkg/cel/library).

mod table;

pub(super) use table::CONSTANTS;

use std::fmt;

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::cost::{search, size};
use crate::cel::{Environment, EvaluationError, Value};

/// A named format.
pub struct Format {
    /// The name: `dns1123Label`.
    pub name: &'static str,
    /// The size of the regular expression that cel-go assumes in the cost of the check.
    expression_size: u64,
    messages: fn(&str, Environment) -> Vec<String>,
}

impl Format {
    /// Finds a format by its CEL name (`dns1123Label`). Returns `None` if Kubernetes does not define it.
    pub fn named(name: &str) -> Option<&'static Format> {
        table::FORMATS.iter().find(|format| format.name == name)
    }

    /// Returns the errors in `text`. The result is empty if the text has the format.
    pub fn messages(&self, text: &str, environment: Environment) -> Vec<String> {
        (self.messages)(text, environment)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}

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
