//! A row of the table of tags.

use idlgen_validate::schema::Number;

pub(in crate::tags) use super::effect::Effect;
use crate::{
    diag::Diagnostic,
    tags::{Dialect, Exclusive, Meaning, marker_arguments::Arguments, reader::CommentReader, value::Head},
};

/// What is known of a tag.
#[derive(Clone, Copy, Debug)]
pub struct TagDefinition {
    /// The name, without `+`. A trailing `*` stands for any rest.
    pub name: &'static str,
    /// Other spellings of the name.
    pub aliases: &'static [&'static str],
    /// The dialect it belongs to.
    pub dialect: Dialect,
    /// Who reads it: the document or the tool it comes from.
    pub owner: &'static str,
    /// Where it may stand.
    pub targets: &'static [Target],
    /// The Go kinds it applies to, pointers and named types seen through; empty if any.
    pub kinds: &'static [GoKind],
    /// Its value, and what it means.
    pub form: ValueForm,
    /// Whether it may stand several times in one comment.
    pub repeatable: bool,
    /// The schema keyword or extension that it becomes.
    pub keyword: Option<&'static str>,
    /// The type of error that a violation gives (`field.ErrorType` without its prefix `FieldValue`).
    pub reason: Option<&'static str>,
    /// Which outputs take it into account.
    pub effect: Effect,
    /// One sentence: what it does.
    pub summary: &'static str,
    /// A line as it would stand in a comment, without `//`.
    pub example: &'static str,
    /// Since when, or where it is proposed.
    pub since: &'static str,
}

/// Where a tag may stand.
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

/// A Go kind as tags distinguish them. `[]byte` is a string, as it is in JSON.
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

/// The grammar of a tag's value, and how its meaning is made of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueForm {
    /// None.
    Nothing(fn() -> Meaning),
    /// None; but a value is ignored, because openapi-gen looks only whether the tag is there.
    Presence(fn() -> Meaning),
    /// None (true), `true` or `false`.
    Flag(fn(bool) -> Meaning),
    /// None (true), `true`, `false` or a number.
    Exclusive(fn(Exclusive) -> Meaning),
    /// An integer from 0.
    Count(fn(u64) -> Meaning),
    /// A number.
    Number(fn(Number) -> Meaning),
    /// A number above 0.
    PositiveNumber(fn(Number) -> Meaning),
    /// Text, not empty.
    Text(fn(String) -> Meaning),
    /// Text without blanks, not empty.
    Name(fn(String) -> Meaning),
    /// The rest of the line, possibly nothing.
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
    /// A tag of validation-gen that holds a tag, and what that is for; the grammar in words.
    Holds(&'static str, Holder),
    /// A tag of validation-gen that holds a tag, which is not read here; the grammar in words.
    Chain(&'static str),
    /// A marker of kube-openapi, which means something together with the others of its comment; the grammar in words.
    Marker(&'static str),
    /// A marker of controller-gen with arguments, `:name=value,other=value`.
    Arguments(&'static [Parameter], ArgumentsMeaning),
    /// A grammar of the tag's own, in words, and what reads it.
    Own(&'static str, ValueReader),
    /// Not read here; the grammar in words.
    Unread(&'static str),
}

/// An argument that a marker of controller-gen takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What its value is.
    pub kind: ParameterKind,
    /// Whether it has to be given.
    pub is_required: bool,
}

/// What the value of an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Text.
    Text,
    /// Texts, `{a,b}` or `a;b`.
    List,
    /// An integer of 32 bits.
    Integer,
}

/// Makes a meaning of the arguments of a marker.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentsMeaning(pub(in crate::tags) fn(&Arguments) -> Result<Meaning, Diagnostic>);

/// Reads what follows the name of a tag.
#[derive(Clone, Copy, Debug)]
pub struct ValueReader(pub(in crate::tags) fn(&mut CommentReader<'_>, &Head) -> Result<Meaning, Diagnostic>);

/// What the tag in a tag is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// The items of a list, the values of a map.
    Elements,
    /// A property, whose name is the argument.
    Property,
    /// The place of the outer tag.
    Itself,
    /// The place of the outer tag, where the gate is on that is the argument.
    WhereOn,
    /// The place of the outer tag, where the gate is off that is the argument.
    WhereOff,
}

impl TagDefinition {
    /// Whether the row stands for a family of names.
    pub fn is_family(&self) -> bool {
        self.name.ends_with('*')
    }

    /// Whether the row is about tags of that name.
    pub fn covers(&self, name: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => self.name == name || self.aliases.contains(&name),
        }
    }

    /// Whether nothing but OpenAPI documents says what the tag says: how strategic merge patches change a field.
    pub fn is_only_of_openapi(&self) -> bool {
        matches!(self.keyword, Some("x-kubernetes-patch-strategy" | "x-kubernetes-patch-merge-key"))
    }

    /// Whether the tag applies to that kind.
    pub fn applies_to(&self, kind: GoKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

impl Target {
    /// In a sentence: "a field".
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
    /// In a sentence: "list".
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

/// What most rows of the plain dialect have in common.
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

/// What most rows of `kube-openapi` have in common.
pub(super) const OPENAPI: TagDefinition =
    TagDefinition { dialect: Dialect::KubeOpenApi, owner: "kube-openapi", since: "Kubernetes 1.8", ..PLAIN };

/// What most tags of validation-gen have in common.
pub(super) const DECLARATIVE: TagDefinition = TagDefinition {
    dialect: Dialect::Declarative,
    owner: "validation-gen",
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "validation-gen (stable)",
    ..PLAIN
};

/// What the markers of `kube-openapi` have in common.
pub(super) const OPENAPI_MARKER: TagDefinition = TagDefinition {
    targets: &[Target::Type, Target::Field, Target::EmbeddedField],
    since: "Kubernetes 1.30",
    ..OPENAPI
};

/// What most markers of controller-gen have in common.
pub(in crate::tags) const KUBEBUILDER: TagDefinition = TagDefinition {
    dialect: Dialect::Kubebuilder,
    owner: "controller-gen",
    targets: &[Target::Type, Target::Field],
    since: "controller-gen",
    ..PLAIN
};

/// What the markers of OpenShift about feature gates have in common.
pub(in crate::tags) const FEATURE_GATES: TagDefinition = TagDefinition {
    dialect: Dialect::FeatureGates,
    owner: "OpenShift's controller-gen",
    effect: Effect::InChannels,
    since: "github.com/openshift/controller-tools",
    ..PLAIN
};

/// What the markers of controller-gen for the items of a list have in common.
pub(super) const KUBEBUILDER_ITEMS: TagDefinition = TagDefinition { kinds: &[GoKind::List], ..KUBEBUILDER };

/// What a search for a name gives.
#[derive(Clone, Debug)]
pub(in crate::tags) enum Match {
    /// The tag's row.
    Row(&'static TagDefinition),
    /// No tag; but up to `prefix` the name is one, and one of these could follow.
    Near {
        /// Number of bytes of the name that are right.
        prefix: usize,
        /// What may follow them.
        candidates: Vec<&'static str>,
    },
    /// No tag.
    None,
}
