//! A row in the table of tags.

use idlgen_schema::schema::Number;

pub(in crate::tags) use super::effect::Effect;
use crate::{
    diag::Diagnostic,
    tags::{Dialect, Exclusive, TagKind, marker_arguments::Arguments, reader::CommentReader, value::Head},
};

/// A row of the tag table.
#[derive(Clone, Copy, Debug)]
pub struct TagDefinition {
    /// The name, without `+`. A `*` at the end matches any text.
    pub name: &'static str,
    /// Other spellings of the name.
    pub aliases: &'static [&'static str],
    /// The dialect to which it belongs.
    pub dialect: Dialect,
    /// The document or the tool that defines it.
    pub owner: &'static str,
    /// The declarations to which it applies.
    pub targets: &'static [Target],
    /// The Go kinds to which it applies, after resolving pointers and named types. Empty for any kind.
    pub kinds: &'static [GoKind],
    /// The syntax of its value, and the conversion to its meaning.
    pub form: ValueSyntax,
    /// `true` if a comment may contain it more than once.
    pub repeatable: bool,
    /// The schema keyword or extension that it sets.
    pub keyword: Option<&'static str>,
    /// The error type of violations (`field.ErrorType` without its prefix `FieldValue`).
    pub reason: Option<&'static str>,
    /// Its effect on outputs.
    pub effect: Effect,
    /// A description of the effect in one sentence.
    pub summary: &'static str,
    /// An example of a comment line, without `//`.
    pub example: &'static str,
    /// The version that introduced it, or the proposal.
    pub since: &'static str,
}

/// The kind of declaration to which a tag applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A package: in `doc.go` or above a package clause.
    Package,
    /// A type declaration.
    Type,
    /// A field with a name.
    Field,
    /// An embedded field.
    EmbeddedField,
    /// A constant.
    Constant,
}

/// A Go kind, as far as tags distinguish it. `[]byte` is a string, as in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GoKind {
    /// Strings.
    String,
    /// Integers.
    Integer,
    /// Floats.
    Number,
    /// Booleans.
    Boolean,
    /// Slices and arrays.
    List,
    /// Maps.
    Map,
    /// Structs.
    Struct,
}

/// The syntax of a tag's value, and the conversion to its meaning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueSyntax {
    /// No value.
    Nothing(fn() -> TagKind),
    /// No value is required, and any value is ignored, because openapi-gen only checks whether the tag is present.
    Presence(fn() -> TagKind),
    /// No value (true), `true` or `false`.
    Flag(fn(bool) -> TagKind),
    /// No value (true), `true`, `false` or a number.
    Exclusive(fn(Exclusive) -> TagKind),
    /// An integer that is at least 0.
    Count(fn(u64) -> TagKind),
    /// A number.
    Number(fn(Number) -> TagKind),
    /// A number greater than 0.
    PositiveNumber(fn(Number) -> TagKind),
    /// A nonempty string.
    Text(fn(String) -> TagKind),
    /// A non-empty string without spaces.
    Name(fn(String) -> TagKind),
    /// The rest of the line, which may be empty.
    Line(fn(String) -> TagKind),
    /// One of these words.
    Word(&'static [&'static str], fn(String) -> TagKind),
    /// One or more of these words, separated by commas.
    Words(&'static [&'static str], fn(String) -> TagKind),
    /// Names, separated by commas.
    Names(fn(Vec<String>) -> TagKind),
    /// A CEL rule and its settings.
    Rule,
    /// `:path=+tag`.
    Override,
    /// A validation-gen tag that contains another tag, with the role of the nested tag. The string describes the
    /// syntax.
    Wraps(&'static str, NestedTagRole),
    /// A validation-gen tag that contains another tag, which idlgen does not parse. The string describes the syntax.
    Chain(&'static str),
    /// A kube-openapi marker, whose meaning depends on the other markers in the comment. The string describes the
    /// syntax.
    Marker(&'static str),
    /// A controller-gen marker with arguments, `:name=value,other=value`.
    Arguments(&'static [Parameter], ArgumentsReader),
    /// A custom syntax: its description and the parser.
    Own(&'static str, ValueReader),
    /// A value that idlgen does not parse. The string describes the syntax.
    Unread(&'static str),
}

/// A parameter of a controller-gen marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The type of its value.
    pub kind: ParameterKind,
    /// `true` if it is required.
    pub is_required: bool,
}

/// The type of an argument's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A string.
    Text,
    /// A list of strings, `{a,b}` or `a;b`.
    List,
    /// A 32-bit integer.
    Integer,
}

/// Converts the arguments of a marker to its meaning.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentsReader(pub(in crate::tags) fn(&Arguments) -> Result<TagKind, Diagnostic>);

/// Reads the text after the name of a tag.
#[derive(Clone, Copy, Debug)]
pub struct ValueReader(pub(in crate::tags) fn(&mut CommentReader<'_>, &Head) -> Result<TagKind, Diagnostic>);

/// How an outer tag uses its nested tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestedTagRole {
    /// It applies to list items or map values.
    Elements,
    /// It applies to the property that the argument names.
    Property,
    /// It applies to the declaration of the outer tag.
    Itself,
    /// It applies to the declaration of the outer tag, if the gate in the argument is enabled.
    WhereOn,
    /// It applies to the declaration of the outer tag, if the gate in the argument is disabled.
    WhereOff,
}

impl TagDefinition {
    /// Returns `true` if the row has a name pattern.
    pub fn is_family(&self) -> bool {
        self.name.ends_with('*')
    }

    /// Returns `true` if the row matches this name.
    pub fn covers(&self, name: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => self.name == name || self.aliases.contains(&name),
        }
    }

    /// Returns `true` if the tag only affects OpenAPI documents: it determines how strategic merge patches change a
    /// field.
    pub fn is_only_of_openapi(&self) -> bool {
        matches!(self.keyword, Some("x-kubernetes-patch-strategy" | "x-kubernetes-patch-merge-key"))
    }

    /// Returns `true` if the tag applies to this kind.
    pub fn applies_to(&self, kind: GoKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

impl Target {
    /// Returns the name for use in sentences: "a field".
    pub const fn name(self) -> &'static str {
        match self {
            Target::Package => "package",
            Target::Type => "type",
            Target::Field => "field",
            Target::EmbeddedField => "embedded field",
            Target::Constant => "constant",
        }
    }
}

impl GoKind {
    /// Returns the name for use in sentences: "list".
    pub const fn name(self) -> &'static str {
        match self {
            GoKind::String => "string",
            GoKind::Integer => "integer",
            GoKind::Number => "number",
            GoKind::Boolean => "boolean",
            GoKind::List => "list",
            GoKind::Map => "map",
            GoKind::Struct => "struct",
        }
    }
}

/// A row with the values that most rows of the plain dialect share.
pub(super) const PLAIN: TagDefinition = TagDefinition {
    name: "",
    aliases: &[],
    dialect: Dialect::Plain,
    owner: "KEP-4153",
    targets: &[Target::Type, Target::Field],
    kinds: &[],
    form: ValueSyntax::Unread(""),
    repeatable: false,
    keyword: None,
    reason: None,
    effect: Effect::Everywhere,
    summary: "",
    example: "",
    since: "KEP-4153",
};

/// A row with the values that most rows of `kube-openapi` share.
pub(super) const OPENAPI: TagDefinition =
    TagDefinition { dialect: Dialect::KubeOpenApi, owner: "kube-openapi", since: "Kubernetes 1.8", ..PLAIN };

/// A row with the values that most validation-gen tags share.
pub(super) const DECLARATIVE: TagDefinition = TagDefinition {
    dialect: Dialect::Declarative,
    owner: "validation-gen",
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "validation-gen (stable)",
    ..PLAIN
};

/// A row with the values that kube-openapi markers share.
pub(super) const OPENAPI_MARKER: TagDefinition = TagDefinition {
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "Kubernetes 1.30",
    ..OPENAPI
};

/// A row with the values that most controller-gen markers share.
pub(in crate::tags) const KUBEBUILDER: TagDefinition = TagDefinition {
    dialect: Dialect::Kubebuilder,
    owner: "controller-gen",
    targets: &[Target::Type, Target::Field],
    since: "controller-gen",
    ..PLAIN
};

/// A row with the values that OpenShift's markers for feature gates share.
pub(in crate::tags) const FEATURE_GATES: TagDefinition = TagDefinition {
    dialect: Dialect::FeatureGates,
    owner: "OpenShift's controller-gen",
    effect: Effect::InChannels,
    since: "github.com/openshift/controller-tools",
    ..PLAIN
};

/// A row with the values that controller-gen's markers for list items share.
pub(super) const KUBEBUILDER_ITEMS: TagDefinition = TagDefinition { kinds: &[GoKind::List], ..KUBEBUILDER };

/// The result of looking up a name.
#[derive(Clone, Debug)]
pub(in crate::tags) enum Match {
    Row(&'static TagDefinition),
    /// The name is not a tag, but its first `prefix` bytes are the prefix of one.
    Near {
        /// The number of bytes of the name that are a known prefix.
        prefix: usize,
        /// The names that may follow the prefix.
        candidates: Vec<&'static str>,
    },
    /// The name is not a tag.
    None,
}

#[cfg(test)]
mod tests {
    use super::TagDefinition;
    use crate::tags::registry::find;

    #[test]
    fn only_tags_for_strategic_merge_patches_are_only_of_openapi() {
        for (name, expected) in [("patchStrategy", true), ("patchMergeKey", true), ("listType", false)] {
            assert_eq!(find(name).map(TagDefinition::is_only_of_openapi), Some(expected), "{name}");
        }
    }
}
