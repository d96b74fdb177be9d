//! `distinct`.

use crate::cel::{
    EvaluationError, Value,
    value::{List, equality::equal},
};

/// `list.distinct()`: the list without elements that equal an earlier one. NaN equals nothing.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists_extension::distinct, value::List};
/// let list = List::from(vec![Value::Int(1), Value::Uint(1), Value::Int(2)]);
/// assert_eq!(distinct(&list).unwrap().len(), 2);
/// ```
pub fn distinct<'a>(list: &List<'a>) -> Result<List<'a>, EvaluationError> {
    let mut unique: Vec<Value<'a>> = Vec::new();
    for element in list.iter() {
        let element = element?;
        if !unique.iter().any(|known| equal(&element, known) == Ok(true)) {
            unique.push(element);
        }
    }
    Ok(List::from(unique))
}
