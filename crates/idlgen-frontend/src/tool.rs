//! The differences between tools: each tool (idlgen, openapi-gen, …) is a value with one field per difference, some of
//! which depend on the Kubernetes version.
//!
//! A stage reads only the field that it needs and never checks which tool is selected. All decisions of a tool are in
//! the file with its name. To add a tool, add a file and a line in [`ToolName::ALL`].

mod comments;
mod controller_gen;
mod idlgen;
mod name;
mod openapi_gen;
mod version;
mod ways;

use std::fmt;

pub use comments::{AliasComments, CommentRule};
pub use ways::{
    AnonymousStructs, Checks, DefaultValues, Definitions, GenericStructs, MarkerNames, NameCollisions, RuleChecks,
};

use crate::{
    diag::Severity,
    model::json::{JsonTags, View},
    tags::{Grammar, Tag},
};

/// A tool and its version, which determine the parsing and interpretation of comments and tags, and the published
/// output. Tools with equal names and versions are equal, because these determine all other fields.
#[derive(Clone, Copy)]
pub struct Tool {
    name: ToolName,
    kubernetes_minor: u16,

    // Parsing of Go.
    /// The assignment of comments to declarations. gengo uses lines, Go its syntax.
    pub(crate) comments: CommentRule,
    /// The comment that applies to a type with aliases. In gengo, an alias is identical to the type, and both have the
    /// same comment.
    pub(crate) alias_comments: AliasComments,
    /// `true` if tags in block comments apply. controller-gen only reads line comments.
    pub(crate) tags_in_blocks: bool,
    /// The grammar of tags. The tools recognize different lines as tags, and parse them differently.
    pub(crate) grammar: Grammar,
    /// The maximum severity of an error in a struct tag. If a tool ignores such errors, it still publishes the field.
    pub struct_tag_mistakes: Severity,

    // Checks.
    /// `true` to enable idlgen's checks of the model, which other tools do not have.
    pub checks: bool,
    /// The runs that check the CEL rules.
    pub rule_checks: RuleChecks,
    /// The checks of declarations while lowering them to schemas.
    pub(crate) judgement: Checks,
    /// How a marker for a property finds the field with its name.
    pub(crate) marker_names: MarkerNames,
    /// `true` if lowering rejects two fields with the same JSON name, for which openapi-gen generates Go code that does
    /// not compile. If idlgen's checks are enabled, they report this instead.
    pub(crate) duplicate_properties_break: bool,

    // Supported tags.
    /// Returns `true` for supported tags. openapi-gen supports its own tags and the older plain ones; idlgen supports
    /// all dialects.
    pub(crate) understands: fn(&Tag) -> bool,
    /// `true` if the tags of aliases and named types apply wherever these types are used. `+default` and `+enum` always
    /// do. In openapi-gen, other tags apply only to the declaration itself.
    pub(crate) tags_of_named_types: bool,
    /// `true` to use comments of types in packages that were not requested. openapi-gen omits them.
    pub(crate) comments_of_dependencies: bool,
    /// `true` if `+required` makes a field required even if it is omitted when zero (openapi-gen of Kubernetes 1.30 and
    /// later).
    pub(crate) required_tag: bool,

    // The defined types and their names.
    /// `true` to include types even if neither the type nor its package has a tag. openapi-gen requires a tag.
    pub(crate) untagged_types: bool,
    /// `true` to include generic structs without a tag of their own. openapi-gen includes them, but generates invalid
    /// code.
    pub(crate) unasked_generic_structs: bool,
    /// `true` to also define referenced types, so that every reference can be resolved. openapi-gen leaves this to the
    /// tool that merges its outputs.
    pub(crate) defines_references: bool,
    /// `true` if methods and tags can define definition names (Kubernetes 1.35 and later).
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
    /// `true` if the `string` option of a `json` tag may be at any position, as in `encoding/json`, rather than only
    /// directly after the name.
    pub(crate) string_option_anywhere: bool,

    // Types.
    /// The representation of an anonymous struct.
    pub(crate) anonymous_structs: AnonymousStructs,
    /// The representation of a generic struct.
    pub(crate) generic_structs: GenericStructs,
    /// The interpretation of Go types: either by their JSON encoding, including methods, or by their underlying types,
    /// as in openapi-gen.
    pub(crate) view: View,
    /// `true` if `+enum` applies to integer types. openapi-gen collects only string constants.
    pub(crate) integer_enums: bool,
    /// `true` if a method that returns the schema must not have a pointer receiver. openapi-gen generates calls on
    /// values, which Go does not allow for pointer receivers.
    pub(crate) calls_methods_on_values: bool,
    /// `true` if `OpenAPISchemaType` may return several types, which openapi-gen publishes although OpenAPI 3.0 does
    /// not support them.
    pub(crate) several_types: bool,

    // Default values and descriptions.
    /// The source of default values.
    pub(crate) default_values: DefaultValues,
    /// `true` if elements of lists and maps have their zero value as the default (Kubernetes 1.36 and earlier).
    pub(crate) item_defaults: bool,
    /// `true` if all structs have the default `{}`, including those with custom JSON decoding (Kubernetes 1.28 and
    /// earlier).
    pub(crate) defaults_of_own_json: bool,
    /// `true` to omit tag lines in a constant's comment from the description of an enum value. openapi-gen publishes
    /// these lines.
    pub(crate) tagless_enum_comments: bool,
    /// `true` if backslashes in comments are escapes (Kubernetes 1.31 and earlier).
    pub(crate) escapes_in_comments: bool,

    // Output.
    /// The generator of CRDs.
    pub definitions: Definitions,
    /// `true` if x-kubernetes-strip-zero may be published, which is specific to idlgen.
    pub strip_zero: bool,
    /// `true` to keep definition names with slashes in documents, as servers do, although clients cannot resolve them.
    pub slashes_in_names: bool,
}

/// A tool without a version, as selected by `--compat`.
#[derive(Clone, Copy)]
pub struct ToolName {
    name: &'static str,
    tool: fn(u16) -> Tool,
}

impl Tool {
    /// The names of the available tools.
    pub const NAMES: [&'static str; ToolName::ALL.len()] = ToolName::names();

    /// Returns the tool with this name, one of [`NAMES`](Tool::NAMES), for Kubernetes 1.`kubernetes_minor`.
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

    /// Returns `true` if the comments of a package's types become descriptions.
    pub(crate) fn reads_comments_of(&self, package_is_requested: bool) -> bool {
        self.comments_of_dependencies || package_is_requested
    }
}

impl Default for Tool {
    /// Returns idlgen itself, for Kubernetes 1.35.
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
