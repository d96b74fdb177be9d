//! Our own rules: what every dialect says counts, wherever it stands.

use super::{RuleSet, item_defaults, model_names};
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
        nameless_fields: true,
        integer_enums: true,
        tagless_enum_comments: true,
        string_option_anywhere: true,
        raw_message_is_json: true,
        item_defaults: item_defaults(kubernetes_minor),
        model_names: model_names(kubernetes_minor),
    }
}

fn understands(tag: &Tag) -> bool {
    tag.dialect != Dialect::Foreign
}
