//! A tool is a value: what idlgen, openapi-gen and their kin decide differently, each decision under a name of its own,
//! and by the version of Kubernetes.
//!
//! A stage asks for the decision that it needs and never for the tool. What a tool decides is in one file, its own,
//! with the name; another tool is another file and a line in [`ToolName::ALL`].

mod comments;
mod controller_gen;
mod idlgen;
mod name;
mod openapi_gen;
mod version;
mod ways;

use std::fmt;

pub use comments::{AliasComments, CommentRule};
pub use name::ToolName;
pub(crate) use ways::{
    AnonymousStructs, DefaultValues, Definitions, GenericStructs, Judgement, MarkerNames, NameCollisions,
};

use crate::{
    diag::Severity,
    model::json::{JsonTags, View},
    tags::{Grammar, Tag},
};

/// A tool of a version: how comments and tags are read, what they mean, and what is published of it. Two are equal if
/// name and version are, which decide everything else.
#[derive(Clone, Copy)]
pub struct Tool {
    name: ToolName,
    kubernetes_minor: u16,

    // How Go is read.
    /// Which comment belongs to which declaration. gengo goes by lines, Go by its syntax.
    pub(crate) comments: CommentRule,
    /// Whose comment a type has that aliases name. To gengo an alias is the type, and both have one comment.
    pub(crate) alias_comments: AliasComments,
    /// How lines become tags. The tools take different lines for tags, and split them differently.
    pub(crate) grammar: Grammar,
    /// The severity that a mistake in a struct tag has at the most: a tool that passes over it still publishes
    /// something.
    pub(crate) struct_tag_mistakes: Severity,

    // What is judged.
    /// Whether our checks of the model are made. Other tools know none of them.
    pub(crate) checks: bool,
    /// Whether the CEL rules are judged. openapi-gen publishes them unread.
    pub(crate) judges_rules: bool,
    /// What is judged of declarations while schemas are made of them.
    pub(crate) judgement: Judgement,
    /// By which name a marker for a property finds its field.
    pub(crate) marker_names: MarkerNames,
    /// Whether two fields with one JSON name are refused by lowering: openapi-gen writes Go code that does not compile.
    /// Where our checks are made they say it.
    pub(crate) duplicate_properties_break: bool,

    // Which tags count.
    /// Which tags count. openapi-gen knows its own and the older plain ones; to us every dialect counts.
    pub(crate) understands: fn(&Tag) -> bool,
    /// Whether the tags of aliases and named types count where these are used, besides `+default` and `+enum`, which
    /// always do. openapi-gen reads the others from the declaration that they stand on.
    pub(crate) tags_of_named_types: bool,
    /// Whether comments of types in packages that were not asked for count. openapi-gen does not keep them.
    pub(crate) comments_of_dependencies: bool,
    /// Whether `+required` makes a field required that is left out when it is zero (openapi-gen: Kubernetes 1.30 and
    /// later).
    pub(crate) required_tag: bool,

    // Which types are defined, and under which names.
    /// Whether types are taken that neither they nor their package ask for. openapi-gen wants a tag.
    pub(crate) untagged_types: bool,
    /// Whether generic structs are taken that do not ask for it themselves. openapi-gen takes them, and the code that
    /// it writes is broken.
    pub(crate) unasked_generic_structs: bool,
    /// Whether types that are only referred to are defined too, so that every reference leads somewhere. openapi-gen
    /// leaves that to whoever joins its outputs.
    pub(crate) defines_references: bool,
    /// Whether methods and tags name definitions (Kubernetes 1.35 and later).
    pub(crate) model_names: bool,
    /// What becomes of two types with one definition name.
    pub(crate) name_collisions: NameCollisions,

    // Fields.
    /// Whether structs that Go does not export get definitions (openapi-gen of Kubernetes 1.34 and earlier).
    pub(crate) unexported_structs: bool,
    /// Whether fields that Go does not export become properties. openapi-gen does not ask; `encoding/json` passes over
    /// them.
    pub(crate) unexported_fields: bool,
    /// How `json` struct tags are read.
    pub(crate) json_tags: JsonTags,
    /// Whether `omitzero` makes a field optional, as `omitempty` does. openapi-gen is older than the option.
    pub(crate) omitzero: bool,
    /// Whether the `string` option of a `json` tag counts wherever it stands, as to `encoding/json`, not only directly
    /// behind the name.
    pub(crate) string_option_anywhere: bool,

    // Types.
    /// What stands for a struct without a name.
    pub(crate) anonymous_structs: AnonymousStructs,
    /// What stands for a generic struct.
    pub(crate) generic_structs: GenericStructs,
    /// What Go types are taken for: what they are in JSON, methods included, or, as openapi-gen sees them, what they
    /// are underneath.
    pub(crate) view: View,
    /// Whether `+enum` counts on integer types. openapi-gen collects constants of text only.
    pub(crate) integer_enums: bool,
    /// Whether a method that says the schema needs a receiver that is no pointer. openapi-gen writes calls on values,
    /// which Go refuses otherwise.
    pub(crate) calls_methods_on_values: bool,
    /// Whether `OpenAPISchemaType` may return several types, which openapi-gen publishes although OpenAPI 3.0 knows no
    /// such thing.
    pub(crate) several_types: bool,

    // Default values and descriptions.
    /// Where default values come from.
    pub(crate) default_values: DefaultValues,
    /// Whether elements of lists and maps have the default of their zero value (Kubernetes 1.36 and before).
    pub(crate) item_defaults: bool,
    /// Whether all structs have the default `{}`, those that read their own JSON too (Kubernetes 1.28 and before).
    pub(crate) defaults_of_own_json: bool,
    /// Whether lines of tags are left out of what a constant's comment says about an enum value. openapi-gen publishes
    /// them.
    pub(crate) tagless_enum_comments: bool,
    /// Whether backslashes in comments are escapes (Kubernetes 1.31 and before).
    pub(crate) escapes_in_comments: bool,

    // What is printed.
    /// Who makes custom resource definitions.
    pub(crate) definitions: Definitions,
    /// Whether x-kubernetes-strip-zero may be published. It is ours alone.
    pub(crate) strip_zero: bool,
    /// Whether documents name definitions as servers do even where clients find nothing under such names: those that
    /// hold slashes.
    pub(crate) slashes_in_names: bool,
}

impl Tool {
    /// The names of the tools there are.
    pub const NAMES: [&'static str; ToolName::ALL.len()] = ToolName::names();

    /// The tool of that name, one of [`NAMES`](Tool::NAMES), as of Kubernetes 1.`kubernetes_minor`.
    pub fn from_name(name: &str, kubernetes_minor: u16) -> Option<Self> {
        ToolName::from_name(name).map(|name| name.of(kubernetes_minor))
    }

    /// Its name.
    pub fn name(&self) -> ToolName {
        self.name
    }

    /// The minor version of Kubernetes 1.x that it is of.
    pub fn kubernetes_minor(&self) -> u16 {
        self.kubernetes_minor
    }

    /// Whether the comments of the types of a package count.
    pub(crate) fn reads_comments_of(&self, package_is_requested: bool) -> bool {
        self.comments_of_dependencies || package_is_requested
    }
}

impl Default for Tool {
    /// Ours, as of Kubernetes 1.35.
    fn default() -> Self {
        Tool::idlgen(35)
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} of Kubernetes 1.{}", self.name, self.kubernetes_minor)
    }
}

impl PartialEq for Tool {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.kubernetes_minor) == (other.name, other.kubernetes_minor)
    }
}

impl Eq for Tool {}
