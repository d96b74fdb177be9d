//! `isFormat` and `validateFormat`: the formats of OpenAPI and Kubernetes by name. KEP-4153 proposed the functions; no
//! API server has them (it has [`format`](super::format) instead).

use super::{Binding, CallCost, by_name};
use crate::cel::{EvaluationError, Value};
use crate::format::{self, Format};

/// `text.isFormat(name)`: `true` if the string has the format.
///
/// # Errors
///
/// Returns an error if the format is unknown.
pub fn is_format(text: &str, name: &str) -> Result<bool, EvaluationError> {
    Ok(find(name)?.accepts(text))
}

/// `text.validateFormat(name)`: the errors in the string, or an empty list if it has the format.
///
/// # Errors
///
/// Returns an error if the format is unknown.
pub fn validate_format(text: &str, name: &str) -> Result<Vec<String>, EvaluationError> {
    Ok(find(name)?.messages(text))
}

fn find(name: &str) -> Result<&'static Format, EvaluationError> {
    format::find(name).ok_or_else(|| EvaluationError::message(format!("unknown format '{name}'")))
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("isFormat", &["string_is_format"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text), Value::String(name)] => Ok(is_format(text, name)?.into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_name("validateFormat", &["string_validate_format"], CallCost::Characters(1), |arguments, _| match arguments {
        [Value::String(text), Value::String(name)] => {
            Ok(validate_format(text, name)?.into_iter().map(Value::from).collect::<Vec<_>>().into())
        }
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_name() {
        assert_eq!(is_format("example.com", "dns1123subdomain"), Ok(true));
        assert_eq!(is_format("10.0.0.1", "ipv6"), Ok(false));
        assert_eq!(validate_format("a.b", "dns1123label").unwrap(), ["must not contain dots"]);
        assert_eq!(is_format("", "ipv7").unwrap_err().to_string(), "unknown format 'ipv7'");
    }
}
