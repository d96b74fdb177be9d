//! What the tools make of a field's `json` struct tag besides its name.

use crate::{
    lower::tool::rule_set::RuleSet,
    model::{
        Field,
        json::{JsonTags, json_tag_value},
    },
};

/// Whether the field is left out when it is zero.
pub(in crate::lower) fn is_omitempty(field: &Field, rules: &RuleSet) -> bool {
    match rules.json_tags {
        JsonTags::Go | JsonTags::Options => field.is_omitempty(),
        JsonTags::Substring => json_tag_value(field).is_some_and(|tag| tag.contains("omitempty")),
    }
}
