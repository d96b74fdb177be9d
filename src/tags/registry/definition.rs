//! A row of the table of tags.

use idlgen_validate::schema::Number;

pub(in crate::tags) use super::effect::Effect;
use crate::{
    diag::Diagnostic,
    tags::{Dialect, Exclusive, Meaning, marker_arguments::Arguments, reader::CommentReader, value::Head},
};

/// The definition of a tag.
#[derive(Clone, Copy, Debug)]
pub struct TagDefinition {
    /// The name, without `+`. A trailing `*` matches any rest.
    pub name: &'static str,
    /// Other spellings of the name.
    pub aliases: &'static [&'static str],
    /// The dialect it belongs to.
    pub dialect: Dialect,
    /// The reader of the tag: the document or the tool that defines it.
    pub owner: &'static str,
    /// The declarations that it applies to.
    pub targets: &'static [Target],
    /// The Go kinds that it applies to, after resolving pointers and named types; empty for any.
    pub kinds: &'static [GoKind],
    /// Its value, and its meaning.
    pub form: ValueForm,
    /// `true` if it may be repeated in one comment.
    pub repeatable: bool,
    /// The schema keyword or extension that it becomes.
    pub keyword: Option<&'static str>,
    /// The type of a violation's error (`field.ErrorType` without its prefix `FieldValue`).
    pub reason: Option<&'static str>,
    /// The outputs that support it.
    pub effect: Effect,
    /// The effect in one sentence.
    pub summary: &'static str,
    /// An example of a line in a comment, without `//`.
    pub example: &'static str,
    /// The version that introduced it, or the proposal.
    pub since: &'static str,
}

/// The kind of declaration that a tag applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// In `doc.go` or above a package clause.
    Package,
    /// On a type declaration.
    Type,
    /// On a field with a name.
    Field,
    /// On an embedded field.
    EmbeddedField,
    /// On a constant.
    Constant,
}

/// A Go kind as distinguished by tags. `[]byte` is a string, as in JSON.
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

/// The grammar of a tag's value, and the conversion to its meaning.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueForm {
    /// No value.
    Nothing(fn() -> Meaning),
    /// No value is required, and any value is ignored: openapi-gen only checks whether the tag is present.
    Presence(fn() -> Meaning),
    /// No value (true), `true` or `false`.
    Flag(fn(bool) -> Meaning),
    /// No value (true), `true`, `false` or a number.
    Exclusive(fn(Exclusive) -> Meaning),
    /// An integer from 0.
    Count(fn(u64) -> Meaning),
    /// A number.
    Number(fn(Number) -> Meaning),
    /// A number above 0.
    PositiveNumber(fn(Number) -> Meaning),
    /// A nonempty string.
    Text(fn(String) -> Meaning),
    /// A non-empty string without spaces.
    Name(fn(String) -> Meaning),
    /// The rest of the line, which may be empty.
    Line(fn(String) -> Meaning),
    /// One of these words.
    Word(&'static [&'static str], fn(String) -> Meaning),
    /// One or more of these words, separated by commas.
    Words(&'static [&'static str], fn(String) -> Meaning),
    /// Names, separated by commas.
    Names(fn(Vec<String>) -> Meaning),
    /// A CEL rule and its settings.
    Rule,
    /// `:path=+tag`.
    Override,
    /// A tag of validation-gen that contains a tag, and its purpose. The string describes the grammar.
    Holds(&'static str, Holder),
    /// A tag of validation-gen that contains a tag that is not read here. The string describes the grammar.
    Chain(&'static str),
    /// A marker of kube-openapi, whose meaning depends on the other markers of its comment. Contains a description of
    /// its grammar.
    Marker(&'static str),
    /// A marker of controller-gen with arguments, `:name=value,other=value`.
    Arguments(&'static [Parameter], ArgumentsMeaning),
    /// A custom grammar: a description and the parser.
    Own(&'static str, ValueReader),
    /// Not read here; the grammar in words.
    Unread(&'static str),
}

/// A parameter of a controller-gen marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: ParameterKind,
    /// `true` if it is required.
    pub is_required: bool,
}

/// The kind of an argument's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A string.
    Text,
    /// Strings, `{a,b}` or `a;b`.
    List,
    /// An integer of 32 bits.
    Integer,
}

/// Creates a meaning from the arguments of a marker.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentsMeaning(pub(in crate::tags) fn(&Arguments) -> Result<Meaning, Diagnostic>);

/// Reads the part after the name of a tag.
#[derive(Clone, Copy, Debug)]
pub struct ValueReader(pub(in crate::tags) fn(&mut CommentReader<'_>, &Head) -> Result<Meaning, Diagnostic>);

/// The purpose of a nested tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The items of a list, the values of a map.
    Elements,
    /// A property. The argument is its name.
    Property,
    /// The location of the outer tag.
    Itself,
    /// The location of the outer tag, if the gate in the argument is enabled.
    WhereOn,
    /// The location of the outer tag, if the gate in the argument is disabled.
    WhereOff,
}

impl TagDefinition {
    /// Returns `true` if the row has a name pattern.
    pub fn is_family(&self) -> bool {
        self.name.ends_with('*')
    }

    /// Returns `true` if the row applies to tags with that name.
    pub fn covers(&self, name: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => self.name == name || self.aliases.contains(&name),
        }
    }

    /// Returns `true` if the tag is represented only in OpenAPI documents: it determines how strategic merge patches
    /// change a field.
    pub fn is_only_of_openapi(&self) -> bool {
        matches!(self.keyword, Some("x-kubernetes-patch-strategy" | "x-kubernetes-patch-merge-key"))
    }

    /// Returns `true` if the tag applies to that kind.
    pub fn applies_to(&self, kind: GoKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

impl Target {
    /// Returns the name for sentences: "a field".
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
    /// Returns the name for sentences: "list".
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

/// The common fields of most rows of the plain dialect.
pub(super) const PLAIN: TagDefinition = TagDefinition {
    name: "",
    aliases: &[],
    dialect: Dialect::Plain,
    owner: "KEP-4153",
    targets: &[Target::Type, Target::Field],
    kinds: &[],
    form: ValueForm::Unread(""),
    repeatable: false,
    keyword: None,
    reason: None,
    effect: Effect::Everywhere,
    summary: "",
    example: "",
    since: "KEP-4153",
};

/// The common fields of most rows of `kube-openapi`.
pub(super) const OPENAPI: TagDefinition =
    TagDefinition { dialect: Dialect::KubeOpenApi, owner: "kube-openapi", since: "Kubernetes 1.8", ..PLAIN };

/// The common fields of most tags of validation-gen.
pub(super) const DECLARATIVE: TagDefinition = TagDefinition {
    dialect: Dialect::Declarative,
    owner: "validation-gen",
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "validation-gen (stable)",
    ..PLAIN
};

/// The common fields of the markers of `kube-openapi`.
pub(super) const OPENAPI_MARKER: TagDefinition = TagDefinition {
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "Kubernetes 1.30",
    ..OPENAPI
};

/// The common fields of most markers of controller-gen.
pub(in crate::tags) const KUBEBUILDER: TagDefinition = TagDefinition {
    dialect: Dialect::Kubebuilder,
    owner: "controller-gen",
    targets: &[Target::Type, Target::Field],
    since: "controller-gen",
    ..PLAIN
};

/// The common fields of OpenShift's markers for feature gates.
pub(in crate::tags) const FEATURE_GATES: TagDefinition = TagDefinition {
    dialect: Dialect::FeatureGates,
    owner: "OpenShift's controller-gen",
    effect: Effect::InChannels,
    since: "github.com/openshift/controller-tools",
    ..PLAIN
};

/// The common fields of controller-gen's markers for the items of a list.
pub(super) const KUBEBUILDER_ITEMS: TagDefinition = TagDefinition { kinds: &[GoKind::List], ..KUBEBUILDER };

/// The result of looking up a name.
#[derive(Clone, Debug)]
pub(in crate::tags) enum Match {
    Row(&'static TagDefinition),
    /// No tag, but the part up to `prefix` is a valid prefix, and one of these could follow.
    Near {
        /// Number of bytes of the name that are correct.
        prefix: usize,
        /// The possible continuations.
        candidates: Vec<&'static str>,
    },
    /// No tag.
    None,
}
