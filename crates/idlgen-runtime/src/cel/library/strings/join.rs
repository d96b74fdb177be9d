//! The CEL function `join`.

use super::limit;
use crate::cel::{EvaluationError, Value, library::printed::printed, value::List};

/// `list.join(separator)`: concatenates the strings of a list.
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
        // An element that is an error is reported like an element that is not a string.
        let element = element.map_err(|error| if error.is_final() { error } else { invalid(&error) })?;
        match &element {
            Value::String(text) => {
                joined.push_str(text);
                limit::check(joined.len())?;
            }
            // This element has an unknown type. If the first element is not a string, another overload applies.
            _ => return Err(invalid(&printed(&element))),
        }
    }
    Ok(joined)
}

fn invalid(element: &dyn std::fmt::Display) -> EvaluationError {
    EvaluationError::message(format!("join: invalid input: {element}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cel::{Kind, ListType, Shape, ShapeData, ShapeId, ShapeNode},
        value::Value as _,
    };

    #[test]
    fn an_element_of_another_type_is_named_as_what_cannot_be_joined() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let nodes = vec![node(Kind::List { items: ShapeId(1), list_type: ListType::Atomic }), node(Kind::String)];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        let data = serde_json::json!(["a", 1]);
        let Value::List(list) = Value::of_data(data.as_value(), &shape).unwrap() else { panic!() };
        let error = join(&list, "").unwrap_err().to_string();
        assert_eq!(error, "join: invalid input: invalid data, expected string, got int64");
    }
}
