//! The rules of openapi-gen (`k8s.io/kube-openapi/pkg/generators`): it knows its own tags and the older plain ones, and reads them from the
//! declaration that they stand on.

use super::{JsonTags, RuleSet, View, defaults_of_own_json, escapes_in_comments, item_defaults, model_names};
use crate::tags::{Constraint, Dialect, Meaning, Tag};

pub(super) fn rules(kubernetes_minor: u16) -> RuleSet {
    RuleSet {
        understands,
        tags_of_named_types: false,
        comments_of_dependencies: false,
        untagged_packages: false,
        defines_references: false,
        unexported_fields: true,
        omitzero: false,
        json_tags: if kubernetes_minor <= 36 { JsonTags::Substring } else { JsonTags::Options },
        is_openapi_gen: true,
        integer_enums: false,
        tagless_enum_comments: false,
        string_option_anywhere: false,
        view: View::Underlying,
        item_defaults: item_defaults(kubernetes_minor),
        model_names: model_names(kubernetes_minor),
        escapes_in_comments: escapes_in_comments(kubernetes_minor),
        defaults_of_own_json: defaults_of_own_json(kubernetes_minor),
        required_tag: kubernetes_minor >= 30,
    }
}

fn understands(tag: &Tag) -> bool {
    match tag.dialect {
        Dialect::OpenApiGen => !is_dropped(&tag.meaning),
        Dialect::Plain => matches!(
            tag.meaning,
            Meaning::Required
                | Meaning::Optional
                | Meaning::Default(_)
                | Meaning::Enum
                | Meaning::ListType(_)
                | Meaning::ListMapKey(_)
                | Meaning::MapType(_)
                | Meaning::StructType(_)
                | Meaning::PatchStrategy(_)
                | Meaning::PatchMergeKey(_)
                | Meaning::Union
                | Meaning::UnionDiscriminator
                | Meaning::UnionDeprecated
                | Meaning::OpenApiGen(_)
                | Meaning::Extension { .. }
                | Meaning::ModelPackage(_)
        ),
        _ => false,
    }
}

/// What openapi-gen reads and then forgets.
fn is_dropped(meaning: &Meaning) -> bool {
    match meaning {
        Meaning::Constraint(Constraint::Format(_) | Constraint::Enum(_) | Constraint::Nullable(_)) => true,
        Meaning::Nested { tag, .. } => is_dropped(&tag.meaning),
        _ => false,
    }
}
