//! How a tool handles fields and their `json` struct tags.

use super::selection::has_openapi_gen_tag;
use crate::{
    model::{
        Field,
        json::{Embedding, JsonTags, MemberRules, json_tag_value},
    },
    tool::{GenericStructs, Tool},
};

/// Returns the rules for converting fields to members.
pub(in crate::lower) fn member_rules(tool: &Tool) -> MemberRules {
    MemberRules {
        json_tags: tool.json_tags,
        embedding: Embedding::Member,
        unexported_fields: tool.unexported_fields,
        generic_structs: tool.generic_structs == GenericStructs::Refused,
        is_left_out: |tags| has_openapi_gen_tag(tags, false),
    }
}

/// Returns `true` if the zero value of the field is omitted.
pub(in crate::lower) fn is_omitempty(field: &Field, tool: &Tool) -> bool {
    match tool.json_tags {
        JsonTags::Go | JsonTags::Options => field.is_omitempty(),
        JsonTags::Substring => json_tag_value(field).is_some_and(|tag| tag.contains("omitempty")),
    }
}
