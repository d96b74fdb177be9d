//! Evaluates filters, which select list items.

use super::{
    comparison::compare,
    error::EvaluationError,
    evaluation::{Evaluation, Failure, Found},
    node::Filter,
    value::Value,
};

/// Splits a filter into left operand, operator and right operand. Returns `None` if the filter contains no operator.
pub(super) fn operator(text: &str) -> Option<(&str, &str, &str)> {
    let is_operator = |character: char| matches!(character, '!' | '<' | '>' | '=');
    let (left, rest) = text.split_at_checked(text.find(is_operator)?)?;
    let length = rest.len() - rest.trim_start_matches(is_operator).len();
    // The right operand must not be empty, so it gets the last character of the operator if nothing follows.
    let length = if length == rest.len() { length - 1 } else { length };
    let (operator, right) = rest.split_at_checked(length)?;
    (!left.is_empty() && !operator.is_empty()).then_some((left, operator, right))
}

impl<'a> Evaluation<'a> {
    /// Returns the items of each value that pass the filter (`evalFilter`).
    pub(super) fn filter(&mut self, input: &[Value<'a>], filter: &'a Filter) -> Found<'a> {
        let mut passed = Vec::new();
        for value in input {
            let Some(items) = value.items() else {
                return Err(Failure::new(EvaluationError::NotFiltered(value.to_string()), input.len()));
            };
            for item in items {
                let item = Value::Json(item);
                let is_passed = match &filter.comparison {
                    None => match self.list(vec![item], &filter.left) {
                        Ok(found) => !found.is_empty(),
                        // The item passes if there were results before the error.
                        Err(failure) if failure.is_final() => return Err(failure),
                        Err(failure) => failure.found > 0,
                    },
                    Some((operator, right)) => {
                        let left = self.list(vec![item], &filter.left).map_err(|failure| failure.with(input.len()))?;
                        let Some(left) = single(&left).map_err(|error| Failure::new(error, input.len()))? else {
                            continue;
                        };
                        let right = self.list(vec![item], right).map_err(|failure| failure.with(input.len()))?;
                        let Some(right) = single(&right).map_err(|error| Failure::new(error, input.len()))? else {
                            continue;
                        };
                        compare(left, operator, right).map_err(|error| Failure::new(error, passed.len()))?
                    }
                };
                if is_passed {
                    passed.push(item);
                }
            }
        }
        Ok(passed)
    }
}

/// Returns the value if there is exactly one.
fn single<'a>(values: &[Value<'a>]) -> Result<Option<Value<'a>>, EvaluationError> {
    match values {
        [] => Ok(None),
        [value] => Ok(Some(*value)),
        _ => Err(EvaluationError::SeveralElements),
    }
}

#[cfg(test)]
mod tests {
    use super::operator;

    #[test]
    fn the_operator_is_the_first_and_leaves_something_behind_it() {
        for (text, parts) in [
            ("@.a==1", Some(("@.a", "==", "1"))),
            ("@.a", None),
            ("@.a==", Some(("@.a", "=", "="))),
            ("@.a=", None),
            ("==1", None),
            ("@.a=='<'", Some(("@.a", "==", "'<'"))),
        ] {
            assert_eq!(operator(text), parts, "{text}");
        }
    }
}
