//! The CEL function `distinct`.

use crate::cel::{
    Value,
    value::{List, equality::equal},
};

/// `list.distinct()`: the list without elements that equal an earlier one. NaN does not equal itself.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::lists_extension::distinct, value::List};
/// let list = List::from(vec![Value::Int(1), Value::Uint(1), Value::Int(2)]);
/// assert_eq!(distinct(&list).len(), 2);
/// ```
pub fn distinct<'a>(list: &List<'a>) -> List<'a> {
    let mut unique: Vec<Value<'a>> = Vec::new();
    for element in list.iter_held() {
        if !unique.iter().any(|known| equal(&element, known) == Ok(true)) {
            unique.push(element);
        }
    }
    List::from(unique)
}
