//! The behavior of openapi-gen (`k8s.io/kube-openapi/pkg/generators`), which supports its own tags and the older plain
//! ones, and applies them only to the declaration itself.

use idlgen_schema::keyword::Keyword;

use super::{
    AliasComments, AnonymousStructs, Checks, CommentRule, DefaultValues, Definitions, GenericStructs, MarkerNames,
    NameCollisions, RuleChecks, Tool, ToolName, version,
};
use crate::{
    diag::Severity,
    model::json::{JsonTags, View},
    tags::{Constraint, Dialect, Grammar, Tag, TagKind},
};

impl ToolName {
    /// The name of openapi-gen (`k8s.io/kube-openapi/cmd/openapi-gen`).
    pub const OPENAPI_GEN: ToolName = ToolName::new("openapi-gen", Tool::openapi_gen);
}

impl Tool {
    /// Returns the openapi-gen of Kubernetes 1.`kubernetes_minor`.
    pub fn openapi_gen(kubernetes_minor: u16) -> Self {
        Tool {
            name: ToolName::OPENAPI_GEN,
            kubernetes_minor,
            comments: CommentRule::ByLine,
            alias_comments: if kubernetes_minor <= 35 { AliasComments::Last } else { AliasComments::Missing },
            tags_in_blocks: true,
            grammar: Grammar::Gengo,
            struct_tag_mistakes: Severity::Warning,
            checks: false,
            rule_checks: RuleChecks::Never,
            judgement: Checks::GoCode,
            marker_names: MarkerNames::JsonTag,
            duplicate_properties_break: true,
            understands,
            tags_of_named_types: false,
            comments_of_dependencies: false,
            required_tag: kubernetes_minor >= 30,
            untagged_types: false,
            unasked_generic_structs: true,
            defines_references: false,
            model_names: version::model_names(kubernetes_minor),
            name_collisions: NameCollisions::LastGoName,
            unexported_structs: kubernetes_minor <= 34,
            unexported_fields: true,
            json_tags: if kubernetes_minor <= 36 { JsonTags::Substring } else { JsonTags::Options },
            omitzero: false,
            string_option_anywhere: false,
            anonymous_structs: AnonymousStructs::GoSpelling,
            generic_structs: GenericStructs::GoSpelling,
            view: View::Underlying,
            integer_enums: false,
            calls_methods_on_values: true,
            several_types: true,
            default_values: DefaultValues::Comments,
            item_defaults: version::item_defaults(kubernetes_minor),
            defaults_of_own_json: version::defaults_of_own_json(kubernetes_minor),
            tagless_enum_comments: false,
            escapes_in_comments: version::escapes_in_comments(kubernetes_minor),
            definitions: Definitions::Lowered,
            strip_zero: false,
            slashes_in_names: true,
        }
    }
}

fn understands(tag: &Tag) -> bool {
    match tag.dialect {
        Dialect::KubeOpenApi => !is_dropped(&tag.meaning),
        Dialect::Plain => matches!(
            tag.meaning,
            TagKind::Required
                | TagKind::Optional
                | TagKind::Default(_)
                | TagKind::Enum
                | TagKind::ListType(_)
                | TagKind::ListMapKey(_)
                | TagKind::MapType(_)
                | TagKind::StructType(_)
                | TagKind::PatchStrategy(_)
                | TagKind::PatchMergeKey(_)
                | TagKind::Union
                | TagKind::UnionDiscriminator
                | TagKind::UnionDeprecated
                | TagKind::Published(_)
                | TagKind::Extension { .. }
                | TagKind::ModelPackage(_)
        ),
        _ => false,
    }
}

/// Returns `true` for tags that openapi-gen reads but does not use.
fn is_dropped(meaning: &TagKind) -> bool {
    match meaning {
        TagKind::Constraint(Constraint::Limit(Keyword::Format | Keyword::Enum, _) | Constraint::Nullable(_)) => true,
        TagKind::Nested { tag, .. } => is_dropped(&tag.meaning),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_own_decisions() {
        let decisions = |minor| {
            let tool = Tool::openapi_gen(minor);
            (tool.required_tag, tool.alias_comments, tool.json_tags)
        };
        assert_eq!(decisions(29), (false, AliasComments::Last, JsonTags::Substring));
        assert_eq!(decisions(30), (true, AliasComments::Last, JsonTags::Substring));
        assert_eq!(decisions(36), (true, AliasComments::Missing, JsonTags::Substring));
        assert_eq!(decisions(37), (true, AliasComments::Missing, JsonTags::Options));
    }
}
