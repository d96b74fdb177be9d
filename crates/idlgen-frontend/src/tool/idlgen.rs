//! idlgen's own behavior: tags of all dialects apply wherever they are allowed, and Go types are interpreted by the
//! rules of Go and `encoding/json`.

use super::{
    AliasComments, AnonymousStructs, Checks, CommentRule, DefaultValues, Definitions, GenericStructs, MarkerNames,
    NameCollisions, RuleChecks, Tool, ToolName, version,
};
use crate::{
    diag::Severity,
    model::json::{JsonTags, View},
    tags::Grammar,
};

impl ToolName {
    /// The name of idlgen itself.
    pub const IDLGEN: ToolName = ToolName::new("idlgen", Tool::idlgen);
}

impl Tool {
    /// Returns idlgen's behavior for Kubernetes 1.`kubernetes_minor`: tags of all dialects apply wherever they are
    /// allowed.
    pub fn idlgen(kubernetes_minor: u16) -> Self {
        Tool {
            name: ToolName::IDLGEN,
            kubernetes_minor,
            comments: CommentRule::Go,
            alias_comments: AliasComments::Own,
            tags_in_blocks: true,
            grammar: Grammar::Idlgen,
            struct_tag_mistakes: Severity::Error,
            checks: true,
            rule_checks: RuleChecks::Always,
            judgement: Checks::Contradictions,
            marker_names: MarkerNames::Property,
            duplicate_properties_break: false,
            // The kinds of other tools' tags set no keywords.
            understands: |_| true,
            tags_of_named_types: true,
            comments_of_dependencies: true,
            required_tag: true,
            untagged_types: true,
            unasked_generic_structs: false,
            defines_references: true,
            model_names: version::model_names(kubernetes_minor),
            name_collisions: NameCollisions::Refused,
            unexported_structs: false,
            unexported_fields: false,
            json_tags: JsonTags::Go,
            omitzero: true,
            string_option_anywhere: true,
            anonymous_structs: AnonymousStructs::InPlace,
            generic_structs: GenericStructs::Refused,
            view: View::Json,
            integer_enums: true,
            calls_methods_on_values: false,
            several_types: false,
            default_values: DefaultValues::Tags,
            item_defaults: version::item_defaults(kubernetes_minor),
            defaults_of_own_json: version::defaults_of_own_json(kubernetes_minor),
            tagless_enum_comments: true,
            escapes_in_comments: version::escapes_in_comments(kubernetes_minor),
            definitions: Definitions::Lowered,
            strip_zero: true,
            slashes_in_names: false,
        }
    }
}
