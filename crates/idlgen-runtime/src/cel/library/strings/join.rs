//! `join`.

use crate::cel::{EvaluationError, Value, value::List};

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
            Value::String(text) => joined.push_str(text),
            // Only an element whose type is not known beforehand gets here, and none of a list that begins with something else.
            _ => return Err(EvaluationError::message(format!("join: invalid input: {}", printed(&element)))),
        }
    }
    Ok(joined)
}

/// A value as Go's `%v` prints it; of lists, maps and values of libraries only the type.
fn printed(value: &Value<'_>) -> String {
    match value {
        Value::Null => "0".to_owned(),
        Value::Type(name) => name.to_string(),
        Value::Bytes(bytes) => {
            let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("[{}]", numbers.join(" "))
        }
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => crate::go::format_float(*value),
        Value::Duration(value) => crate::go::format_duration(*value),
        other => other.type_name().to_owned(),
    }
}
