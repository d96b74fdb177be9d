//! The CEL function `flatten`.

use crate::cel::{ErrorKind, EvaluationError, Value, value::List};

/// Maximum nesting depth of lists that are flattened. Objects that an API server accepts do not nest this deep.
const MAX_DEPTH: i64 = 512;

/// Maximum number of elements in the result: more than any rule can process.
const MAX_LENGTH: usize = 1 << 23;

/// `list.flatten(depth)`: replaces nested lists with their elements, down to a depth. `list.flatten()` flattens one
/// level.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists_extension::flatten, value::List};
/// let inner = Value::from(vec![Value::Int(2), Value::from(vec![Value::Int(3)])]);
/// let list = List::from(vec![Value::Int(1), inner]);
/// assert_eq!(flatten(&list, 0).unwrap().len(), 2);
/// assert_eq!(flatten(&list, 1).unwrap().len(), 3);
/// assert_eq!(flatten(&list, -1).unwrap_err().to_string(), "level must be non-negative");
/// ```
pub fn flatten<'a>(list: &List<'a>, depth: i64) -> Result<List<'a>, EvaluationError> {
    if depth < 0 {
        return Err(EvaluationError::message("level must be non-negative"));
    }
    let mut flat = Vec::with_capacity(list.len());
    add(list, depth, 0, &mut flat)?;
    Ok(List::from(flat))
}

fn add<'a>(list: &List<'a>, depth: i64, below: i64, flat: &mut Vec<Value<'a>>) -> Result<(), EvaluationError> {
    if below > MAX_DEPTH {
        return Err(ErrorKind::TooDeep.into());
    }
    for element in list.iter_held() {
        match element {
            Value::List(inner) if below < depth => add(&inner, depth, below + 1, flat)?,
            element => {
                flat.push(element);
                if flat.len() > MAX_LENGTH {
                    return Err(ErrorKind::CostLimitExceeded.into());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_lists_are_errors() {
        let nested =
            |depth: usize| (0..depth).fold(List::from(vec![]), |inner, _| List::from(vec![Value::List(inner)]));
        assert_eq!(flatten(&nested(512), i64::MAX).map(|flat| flat.len()), Ok(0));
        assert_eq!(flatten(&nested(513), i64::MAX).map(|flat| flat.len()), Err(ErrorKind::TooDeep.into()));
        assert_eq!(flatten(&nested(513), 512).map(|flat| flat.len()), Ok(1));
    }
}
