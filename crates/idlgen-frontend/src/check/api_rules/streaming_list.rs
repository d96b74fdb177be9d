//! List objects that an API server can stream: structs with exactly TypeMeta, ListMeta and Items.

use super::rule::{ApiStruct, Finding};
use crate::model::Field;

/// The fields of such a list, in the required order.
pub(super) const FIELDS: [&str; 3] = ["TypeMeta", "ListMeta", "Items"];

/// Returns `true` for a list object with these fields, in any order.
pub(super) fn is_streaming_list(subject: &ApiStruct<'_>) -> bool {
    subject.fields.len() == FIELDS.len()
        && FIELDS.iter().all(|name| subject.fields.iter().any(|field| field.name == *name))
}

/// Returns the fields of such a list with invalid struct tags. `expected` returns what is expected for an invalid
/// field.
pub(super) fn invalid_tags<'a>(
    subject: &ApiStruct<'a>,
    expected: impl Fn(&Field) -> Option<&'static str>,
) -> Vec<Finding<'a>> {
    if !is_streaming_list(subject) {
        return Vec::new();
    }
    let finding = |field: &'a Field| {
        let expected = expected(field)?;
        Some(Finding {
            field,
            message: "has a struct tag that prevents streaming the list".to_owned(),
            advice: format!("write {expected}"),
        })
    };
    subject.fields.iter().filter_map(finding).collect()
}

/// Returns the value of a key in a field's struct tag.
pub(super) fn tag_of<'a>(field: &'a Field, key: &str) -> Option<&'a str> {
    field.struct_tag.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}
