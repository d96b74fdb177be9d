//! Lists of objects that an API server can stream: structs of TypeMeta, ListMeta and Items, and nothing else.

use super::{ApiStruct, Finding};
use crate::model::Field;

/// The fields of such a list, in the order in which they have to stand.
pub(super) const FIELDS: [&str; 3] = ["TypeMeta", "ListMeta", "Items"];

/// Whether the struct is such a list, in whatever order.
pub(super) fn is_streaming_list(subject: &ApiStruct<'_>) -> bool {
    subject.fields.len() == FIELDS.len()
        && FIELDS.iter().all(|name| subject.fields.iter().any(|field| field.name == *name))
}

/// The fields of such a list whose struct tag is not as it has to be: `expected` says for a field what is expected if
/// it is wrong.
pub(super) fn wrong_tags<'a>(
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

/// The value of a key of a field's struct tag.
pub(super) fn tag_of<'a>(field: &'a Field, key: &str) -> Option<&'a str> {
    field.struct_tag.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}
