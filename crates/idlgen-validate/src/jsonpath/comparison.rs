//! Compares values in filters (`k8s.io/client-go/third_party/forked/golang/template`).

use std::cmp::Ordering;

use super::{error::EvaluationError, value::Value};

/// A value that can be compared.
#[derive(Clone, Copy, Debug)]
enum Basic<'a> {
    Boolean(bool),
    /// A signed or unsigned integer. Both can be compared with each other.
    Integer(i64),
    Float(f64),
    Text(&'a str),
}

pub(super) fn compare(left: Value<'_>, operator: &str, right: Value<'_>) -> Result<bool, EvaluationError> {
    match operator {
        "==" => equal(left, right),
        "!=" => Ok(!equal(left, right)?),
        "<" => less(left, right),
        ">=" => Ok(!less(left, right)?),
        "<=" => Ok(less(left, right)? || equal(left, right)?),
        ">" => Ok(!(less(left, right)? || equal(left, right)?)),
        _ => Err(EvaluationError::UnrecognizedOperator(operator.to_owned())),
    }
}

fn equal(left: Value<'_>, right: Value<'_>) -> Result<bool, EvaluationError> {
    match (basic(left)?, basic(right)?) {
        (Basic::Boolean(left), Basic::Boolean(right)) => Ok(left == right),
        (left, right) => Ok(order(left, right)? == Some(Ordering::Equal)),
    }
}

fn less(left: Value<'_>, right: Value<'_>) -> Result<bool, EvaluationError> {
    match (basic(left)?, basic(right)?) {
        (Basic::Boolean(_), Basic::Boolean(_)) => Err(EvaluationError::InvalidType),
        (left, right) => Ok(order(left, right)? == Some(Ordering::Less)),
    }
}

/// Compares two values. Returns `None` if one of them is NaN.
fn order(left: Basic<'_>, right: Basic<'_>) -> Result<Option<Ordering>, EvaluationError> {
    match (left, right) {
        (Basic::Integer(left), Basic::Integer(right)) => Ok(Some(left.cmp(&right))),
        (Basic::Float(left), Basic::Float(right)) => Ok(left.partial_cmp(&right)),
        (Basic::Text(left), Basic::Text(right)) => Ok(Some(left.cmp(right))),
        _ => Err(EvaluationError::IncompatibleTypes),
    }
}

fn basic(value: Value<'_>) -> Result<Basic<'_>, EvaluationError> {
    use idlgen_runtime::value::Number;
    use serde_json::Value as Json;
    Ok(match value {
        Value::Boolean(value) | Value::Json(&Json::Bool(value)) => Basic::Boolean(value),
        Value::Integer(value) => Basic::Integer(value),
        Value::Byte(value) => Basic::Integer(value.into()),
        Value::Float(value) => Basic::Float(value),
        Value::Text(text) => Basic::Text(text),
        Value::Json(Json::String(text)) => Basic::Text(text),
        Value::Json(Json::Number(number)) => match Number::from_json(number) {
            Number::Int(value) => Basic::Integer(value),
            Number::Float(value) => Basic::Float(value),
        },
        Value::Json(Json::Null | Json::Array(_) | Json::Object(_)) | Value::Missing => {
            return Err(EvaluationError::InvalidType);
        }
    })
}
