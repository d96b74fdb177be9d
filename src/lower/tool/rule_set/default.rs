//! Our own rules: what every dialect says counts, wherever it stands.

use super::{JsonTags, RuleSet, View, defaults_of_own_json, escapes_in_comments, item_defaults, model_names};
use crate::tags::{Dialect, Tag};

pub(super) fn rules(kubernetes_minor: u16) -> RuleSet {
    RuleSet {
        understands,
        tags_of_named_types: true,
        comments_of_dependencies: true,
        untagged_packages: true,
        defines_references: true,
        unexported_fields: false,
        omitzero: true,
        json_tags: JsonTags::Go,
        is_openapi_gen: false,
        integer_enums: true,
        tagless_enum_comments: true,
        string_option_anywhere: true,
        view: View::Json,
        item_defaults: item_defaults(kubernetes_minor),
        model_names: model_names(kubernetes_minor),
        escapes_in_comments: escapes_in_comments(kubernetes_minor),
        defaults_of_own_json: defaults_of_own_json(kubernetes_minor),
        required_tag: true,
    }
}

fn understands(tag: &Tag) -> bool {
    tag.dialect != Dialect::Foreign
}
