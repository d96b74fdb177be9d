//! `join`.

use super::limit;
use crate::cel::{EvaluationError, Value, library::printed::printed, value::List};

/// `list.join(separator)`: the texts of a list, one after the other.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::strings::join, value::List};
/// let list = List::from(vec![Value::text("a"), Value::text("b")]);
/// assert_eq!(join(&list, ", ").unwrap(), "a, b");
/// ```
pub fn join(list: &List<'_>, separator: &str) -> Result<String, EvaluationError> {
    let mut joined = String::new();
    for (index, element) in list.iter().enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        let element = element?;
        match &element {
            Value::String(text) => {
                joined.push_str(text);
                limit::check(joined.len())?;
            }
            // Only an element whose type is not known beforehand gets here, and none of a list that begins with
            // something else.
            _ => return Err(EvaluationError::message(format!("join: invalid input: {}", printed(&element)))),
        }
    }
    Ok(joined)
}
