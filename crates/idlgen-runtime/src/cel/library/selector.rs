//! `matches` of labels and a label selector. KEP-4153 proposed the function; no API server has it.

use super::{Binding, CallCost, by_overload};
use crate::cel::{EvaluationError, List, Map, Value};

/// `labels.matches(selector)`: `true` if the labels, a map of strings, match the selector. The selector is an object
/// like a `metav1.LabelSelector`: all of `matchLabels` and `matchExpressions` must match; an empty one matches
/// everything.
///
/// # Errors
///
/// Returns the message of `metav1.LabelSelectorAsSelector` if the selector is malformed.
pub fn matches(labels: &Map<'_>, selector: &Map<'_>) -> Result<bool, EvaluationError> {
    let mut holds = true;
    if let Some(wanted) = entry(selector, "matchLabels")? {
        let Value::Map(wanted) = wanted else { return Err(EvaluationError::no_such_overload()) };
        for key in wanted.keys() {
            let Value::String(value) = wanted.get(&key)?.unwrap_or(Value::Null) else {
                return Err(EvaluationError::no_such_overload());
            };
            holds &= matches!(labels.get(&key)?, Some(Value::String(label)) if label == value);
        }
    }
    if let Some(requirements) = entry(selector, "matchExpressions")? {
        let Value::List(requirements) = requirements else { return Err(EvaluationError::no_such_overload()) };
        for requirement in requirements.iter() {
            let Value::Map(requirement) = requirement? else { return Err(EvaluationError::no_such_overload()) };
            holds &= is_fulfilled(labels, &requirement)?;
        }
    }
    Ok(holds)
}

/// Returns the value of the key, if it exists and is not null.
fn entry<'a>(map: &Map<'a>, key: &str) -> Result<Option<Value<'a>>, EvaluationError> {
    Ok(map.get(&Value::text(key))?.filter(|value| !matches!(value, Value::Null)))
}

fn is_fulfilled(labels: &Map<'_>, requirement: &Map<'_>) -> Result<bool, EvaluationError> {
    let (Some(Value::String(key)), Some(Value::String(operator))) =
        (entry(requirement, "key")?, entry(requirement, "operator")?)
    else {
        return Err(EvaluationError::no_such_overload());
    };
    let values = match entry(requirement, "values")? {
        None => List::from(Vec::new()),
        Some(Value::List(values)) => values,
        Some(_) => return Err(EvaluationError::no_such_overload()),
    };
    let label = labels.get(&Value::String(key))?;
    let is_one_of_values = || -> Result<bool, EvaluationError> {
        let Some(Value::String(label)) = &label else { return Ok(false) };
        for value in values.iter() {
            if matches!(value?, Value::String(value) if value == *label) {
                return Ok(true);
            }
        }
        Ok(false)
    };
    match operator.as_str() {
        "In" | "NotIn" if values.is_empty() => Err(EvaluationError::message(
            "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
        )),
        "In" => is_one_of_values(),
        "NotIn" => Ok(!is_one_of_values()?),
        "Exists" | "DoesNotExist" if !values.is_empty() => Err(EvaluationError::message(
            "values: Invalid value: values set must be empty for exists and does not exist",
        )),
        "Exists" => Ok(label.is_some()),
        "DoesNotExist" => Ok(label.is_none()),
        other => Err(EvaluationError::message(format!("\"{other}\" is not a valid label selector operator"))),
    }
}

pub(super) const FUNCTIONS: &[Binding] =
    &[by_overload("matches", &["labels_matches_selector"], CallCost::Contents, |arguments, _| match arguments {
        [Value::Map(labels), Value::Map(selector)] => Ok(matches(labels, selector)?.into()),
        _ => Err(EvaluationError::no_such_overload()),
    })];

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&'static str, Value<'static>)]) -> Map<'static> {
        Map::from(entries.iter().map(|(key, value)| (Value::text(key), value.clone())).collect::<Vec<_>>())
    }

    fn requirement(key: &'static str, operator: &'static str, values: &[&'static str]) -> Value<'static> {
        let values: Vec<Value<'_>> = values.iter().map(|value| Value::text(value)).collect();
        Value::Map(map(&[("key", Value::text(key)), ("operator", Value::text(operator)), ("values", values.into())]))
    }

    #[test]
    fn requirements() {
        let labels = map(&[("app", Value::text("web")), ("tier", Value::text("front"))]);
        for (key, operator, values, expected) in [
            ("app", "In", &["db", "web"][..], "true"),
            ("app", "In", &["db"], "false"),
            ("zone", "In", &["a"], "false"),
            ("app", "NotIn", &["web"], "false"),
            ("zone", "NotIn", &["a"], "true"),
            ("app", "Exists", &[], "true"),
            ("zone", "DoesNotExist", &[], "true"),
            ("app", "In", &[], "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"),
            ("app", "Exists", &["a"], "values: Invalid value: values set must be empty for exists and does not exist"),
            ("app", "Like", &[], "\"Like\" is not a valid label selector operator"),
        ] {
            let selector = map(&[("matchExpressions", vec![requirement(key, operator, values)].into())]);
            let got = matches(&labels, &selector).map_or_else(|error| error.to_string(), |holds| holds.to_string());
            assert_eq!(got, expected, "{key} {operator} {values:?}");
        }
    }

    #[test]
    fn labels() {
        let labels = map(&[("app", Value::text("web"))]);
        let of = |value| map(&[("matchLabels", Value::Map(map(&[("app", Value::text(value))])))]);
        assert_eq!(matches(&labels, &of("web")), Ok(true));
        assert_eq!(matches(&labels, &of("db")), Ok(false));
        assert_eq!(matches(&labels, &map(&[])), Ok(true));
        assert!(matches(&labels, &map(&[("matchLabels", Value::Int(1))])).unwrap_err().is_no_such_overload());
    }
}
