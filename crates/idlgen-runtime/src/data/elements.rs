//! Compares lists and maps with JSON, element by element.

use serde_json::Value as Json;

use super::{Data, Encoded};

/// Returns `true` if a list or map and JSON have the same elements, compared with `is_equal`. Returns `None` unless
/// both are lists or both are maps.
pub(crate) fn equal_elements(
    value: &Encoded<'_>,
    json: &Json,
    is_equal: impl Fn(&dyn Data, &Json) -> bool,
) -> Option<bool> {
    match (value, json) {
        (Encoded::List(items), Json::Array(elements)) => {
            let mut pairs = elements.iter().enumerate().map(|(index, element)| (items.item(index), element));
            let are_equal = pairs.all(|(item, element)| item.is_some_and(|item| is_equal(item, element)));
            Some(items.count() == elements.len() && are_equal)
        }
        (Encoded::Map(entries), Json::Object(members)) => {
            let (mut count, mut are_equal) = (0, true);
            entries.visit_members(&mut |key, entry| {
                count += 1;
                are_equal = members.get(key).is_some_and(|member| is_equal(entry, member));
                are_equal
            });
            Some(are_equal && count == members.len())
        }
        _ => None,
    }
}
