//! What the tools make of a field's `json` struct tag.

use crate::{
    model::Field,
    tool::{JsonTags, Tool},
};

/// The value of the `json` struct tag; an empty one is none.
pub(in crate::lower) fn raw(field: &Field) -> Option<&str> {
    field
        .struct_tag
        .iter()
        .find(|(key, _)| key == "json")
        .map(|(_, value)| value.as_str())
        .filter(|value| !value.is_empty())
}

/// Whether the members of a field stand in its place.
pub(in crate::lower) fn is_inline(field: &Field, tool: &Tool) -> bool {
    match tool.json_tags {
        JsonTags::Go | JsonTags::Options => field.is_inline(),
        // Whether the field is embedded, and what its name is, is of no account.
        JsonTags::Substring => raw(field).and_then(|tag| tag.split(',').nth(1)) == Some("inline"),
    }
}

/// The name of the property of a field, if it has one.
pub(in crate::lower) fn name<'f>(field: &'f Field, tool: &Tool) -> Option<&'f str> {
    match tool.json_tags {
        JsonTags::Go => field.json_name(),
        JsonTags::Options | JsonTags::Substring => match raw(field) {
            None => Some(&field.name),
            Some(tag) => tag.split(',').next().filter(|name| !matches!(*name, "" | "-")),
        },
    }
}

/// Whether the field is left out when it is zero.
pub(in crate::lower) fn is_omitempty(field: &Field, tool: &Tool) -> bool {
    match tool.json_tags {
        JsonTags::Go | JsonTags::Options => field.is_omitempty(),
        JsonTags::Substring => raw(field).is_some_and(|tag| tag.contains("omitempty")),
    }
}
