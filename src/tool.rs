//! The differences between tools: idlgen, openapi-gen etc. are values with one field for each difference, depending on
//! the version of Kubernetes.
//!
//! A stage reads the decision that it needs and never compares tools. All decisions of a tool are in the file with its
//! name. Another tool is another file and a line in [`ToolName::ALL`].

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

/// A tool and its version: the parsing and interpretation of comments and tags, and the published output. Tools with
/// equal names and versions are equal, because these determine all other fields.
#[derive(Clone, Copy)]
pub struct Tool {
    name: ToolName,
    kubernetes_minor: u16,

    // Parsing of Go.
    /// The assignment of comments to declarations. gengo uses lines, Go its syntax.
    pub(crate) comments: CommentRule,
    /// The comment of a type that has aliases. In gengo an alias is identical to the type, and both have one comment.
    pub(crate) alias_comments: AliasComments,
    /// The grammar of tags. The tools recognize different lines as tags, and parse them differently.
    pub(crate) grammar: Grammar,
    /// The maximum severity of an error in a struct tag: a tool that ignores it still publishes something.
    pub(crate) struct_tag_mistakes: Severity,

    // Checks.
    /// `true` to enable idlgen's checks of the model. Other tools have none of them.
    pub(crate) checks: bool,
    /// `true` to check the CEL rules. openapi-gen publishes them without checks.
    pub(crate) judges_rules: bool,
    /// The checks of declarations while lowering them to schemas.
    pub(crate) judgement: Judgement,
    /// The name by which a marker for a property finds its field.
    pub(crate) marker_names: MarkerNames,
    /// `true` if lowering rejects two fields with the same JSON name: openapi-gen generates Go code that does not
    /// compile. With idlgen's checks enabled, these report it.
    pub(crate) duplicate_properties_break: bool,

    // Supported tags.
    /// Returns `true` for supported tags. openapi-gen supports its own and the older plain ones; idlgen supports all
    /// dialects.
    pub(crate) understands: fn(&Tag) -> bool,
    /// `true` if the tags of aliases and named types apply where these are used, in addition to `+default` and `+enum`,
    /// which always do. openapi-gen applies the others only to the declaration itself.
    pub(crate) tags_of_named_types: bool,
    /// `true` if comments of types in packages that were not requested are used. openapi-gen omits them.
    pub(crate) comments_of_dependencies: bool,
    /// `true` if `+required` also makes a field required that is omitted when it is zero (openapi-gen: Kubernetes 1.30
    /// and later).
    pub(crate) required_tag: bool,

    // The defined types and their names.
    /// `true` to include types without a tag of their own or of their package. openapi-gen requires a tag.
    pub(crate) untagged_types: bool,
    /// `true` to include generic structs without their own tag. openapi-gen includes them, but generates invalid code.
    pub(crate) unasked_generic_structs: bool,
    /// `true` to define referenced types too, so that every reference can be resolved. openapi-gen leaves this to the
    /// tool that merges its outputs.
    pub(crate) defines_references: bool,
    /// `true` if methods and tags define the names of definitions (Kubernetes 1.35 and later).
    pub(crate) model_names: bool,
    /// The handling of two types with the same definition name.
    pub(crate) name_collisions: NameCollisions,

    // Fields.
    /// `true` if unexported structs have definitions (openapi-gen of Kubernetes 1.34 and earlier).
    pub(crate) unexported_structs: bool,
    /// `true` if unexported fields become properties. openapi-gen does not check this; `encoding/json` skips them.
    pub(crate) unexported_fields: bool,
    /// The parsing of `json` struct tags.
    pub(crate) json_tags: JsonTags,
    /// `true` if `omitzero` makes a field optional, like `omitempty`. openapi-gen is older than the option.
    pub(crate) omitzero: bool,
    /// `true` if the `string` option of a `json` tag may be at any position, like in `encoding/json`, and not only
    /// directly after the name.
    pub(crate) string_option_anywhere: bool,

    // Types.
    /// The representation of an anonymous struct.
    pub(crate) anonymous_structs: AnonymousStructs,
    /// The representation of a generic struct.
    pub(crate) generic_structs: GenericStructs,
    /// The interpretation of Go types: by their JSON form, including methods, or, like in openapi-gen, by their
    /// underlying types.
    pub(crate) view: View,
    /// `true` if `+enum` applies to integer types. openapi-gen collects only string constants.
    pub(crate) integer_enums: bool,
    /// `true` if a method that returns the schema must not have a pointer receiver. openapi-gen generates calls on
    /// values, which Go does not allow otherwise.
    pub(crate) calls_methods_on_values: bool,
    /// `true` if `OpenAPISchemaType` may return several types, which openapi-gen publishes although OpenAPI 3.0 does
    /// not support them.
    pub(crate) several_types: bool,

    // Default values and descriptions.
    /// The source of default values.
    pub(crate) default_values: DefaultValues,
    /// `true` if elements of lists and maps have their zero value as default (Kubernetes 1.36 and earlier).
    pub(crate) item_defaults: bool,
    /// `true` if all structs have the default `{}`, including those with custom JSON decoding (Kubernetes 1.28 and
    /// earlier).
    pub(crate) defaults_of_own_json: bool,
    /// `true` to omit lines with tags from a constant's comment in the description of an enum value. openapi-gen
    /// publishes them.
    pub(crate) tagless_enum_comments: bool,
    /// `true` if backslashes in comments are escapes (Kubernetes 1.31 and earlier).
    pub(crate) escapes_in_comments: bool,

    // Output.
    /// The generator of custom resource definitions.
    pub(crate) definitions: Definitions,
    /// `true` if x-kubernetes-strip-zero may be published. It is specific to idlgen.
    pub(crate) strip_zero: bool,
    /// `true` if documents use the definition names of servers even if clients cannot resolve them: names with slashes.
    pub(crate) slashes_in_names: bool,
}

impl Tool {
    /// The names of the available tools.
    pub const NAMES: [&'static str; ToolName::ALL.len()] = ToolName::names();

    /// Returns the tool of that name, one of [`NAMES`](Tool::NAMES), as of Kubernetes 1.`kubernetes_minor`.
    pub fn from_name(name: &str, kubernetes_minor: u16) -> Option<Self> {
        ToolName::from_name(name).map(|name| name.of(kubernetes_minor))
    }

    pub fn name(&self) -> ToolName {
        self.name
    }

    /// Returns the minor version of Kubernetes 1.x.
    pub fn kubernetes_minor(&self) -> u16 {
        self.kubernetes_minor
    }

    /// Returns `true` if the comments of a package's types are used.
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
