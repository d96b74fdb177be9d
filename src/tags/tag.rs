//! Tags as data.

use std::borrow::Cow;

use idlgen_validate::schema::{Reason, SchemaType};
use serde_json::Value as Json;

use super::{Client, Constraint, CustomResource, GateCondition, Gated, Lifecycle, TextMap};
use crate::{diag::Diagnostic, source::Span};

/// One tag of a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// The name as written, without `+`: `maxLength`, `k8s:minimum`, `kubebuilder:validation:Enum`.
    pub name: String,
    /// The tag as written, continuation lines joined with a line break: `+maxLength=20`.
    pub text: String,
    /// From the `+` to the tag's last character.
    pub span: Span,
    /// The name's position, without the `+`.
    pub name_span: Span,
    /// The value's position, if there is a value.
    pub value_span: Option<Span>,
    /// The dialect it belongs to.
    pub dialect: Dialect,
    /// The parsed tag, or why it has no effect.
    pub meaning: Meaning,
}

/// The tool or proposal that defines a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// KEP-4153 and the plain tags it builds on (`+optional`, `+default`, `+enum`, `+listType` …), which the other
    /// tools read too.
    Plain,
    /// `k8s.io/kube-openapi`: `+k8s:openapi-gen`, `+k8s:validation:…`, patch and union tags.
    KubeOpenApi,
    /// `validation-gen`: `+k8s:…`.
    Declarative,
    /// `controller-gen`: `+kubebuilder:…`.
    Kubebuilder,
    /// Notations about feature gates: OpenShift's `+openshift:…FeatureGate…` and gateway-api's `<gateway:…>`.
    FeatureGates,
    /// A tag of another tool, listed in a table.
    Foreign,
}

/// A parsed tag: its kind and its value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Meaning {
    /// A value validation.
    Constraint(Constraint),
    /// `+required`.
    Required,
    /// `+optional`.
    Optional,
    /// `+default=…`.
    Default(DefaultValue),
    /// `+enum` on a named type: its constants are the only values.
    Enum,
    /// `+listType=…`: the value as written.
    ListType(String),
    /// `+listMapKey=…`.
    ListMapKey(String),
    /// `+mapType=…`: the value as written.
    MapType(String),
    /// `+structType=…`: the value as written.
    StructType(String),
    /// `+validationRule=…`.
    Rule(Rule),
    /// `+nameFormat=…`: the name and generateName of the object metadata here have this format.
    NameFormat(String),
    /// `+immutable`.
    Immutable,
    /// `+mutually_exclusive=a,b`: at most one of these properties is set.
    MutuallyExclusive(Vec<String>),
    /// `+kubebuilder:validation:ExactlyOneOf=a;b` and similar markers: the number of these properties that must be set.
    OneOf(OneOf, Vec<String>),
    /// `+kubebuilder:validation:Type=…`: the type of the schema, regardless of the Go type. `None` removes the type.
    SchemaType(Option<SchemaType>),
    /// `+kubebuilder:validation:Schemaless`: the schema ignores the Go type.
    Schemaless,
    /// `+contextual(discriminator)=value` and its other spellings: the field may be set only if, and must be set when,
    /// the sibling property `discriminator` has `value`.
    Contextual {
        /// The JSON name of the sibling property.
        discriminator: String,
        /// The value that calls for this field.
        value: String,
    },
    /// `+errorMessage(keyword)="…",reason=…` (KEP-4153 `x-kubernetes-validation-errors`).
    ErrorMessage {
        /// The keyword whose error it replaces.
        keyword: String,
        /// The message that replaces the default one.
        message: String,
        /// The kind of error.
        reason: Option<Reason>,
    },
    /// `+override:a.b=+tag`: a tag for the nested property `a.b` of this field only.
    Override {
        /// JSON names of the properties along the path.
        path: Vec<String>,
        /// The nested tag.
        tag: Box<Tag>,
    },
    /// `+title=…`.
    Title(String),
    /// `+intOrString`.
    IntOrString,
    /// `+embeddedResource`.
    EmbeddedResource,
    /// `+preserveUnknownFields`.
    PreserveUnknownFields,
    /// `+groupName=…` of a package.
    GroupName(String),
    /// A marker of controller-gen about a custom resource.
    CustomResource(CustomResource),
    /// A tag of client-gen.
    Client(Client),
    /// A tag of prerelease-lifecycle-gen.
    Lifecycle(Lifecycle),
    /// `+kubebuilder:example=…`: an example of a value.
    Example(Json),
    /// `+kubebuilder:externalDocs:url=…`: a link to further documentation.
    ExternalDocs {
        /// The address.
        url: String,
        /// A sentence for people.
        description: Option<String>,
    },
    /// `+k8s:openapi-gen=true|false`.
    Published(bool),
    /// `+k8s:openapi-gen=x-kubernetes-NAME:VALUE`.
    Extension {
        /// The extension's name, with `x-`.
        name: String,
        /// The rest of the line.
        value: String,
    },
    /// `+k8s:openapi-model-package=…`.
    ModelPackage(String),
    /// `+patchStrategy=…`.
    PatchStrategy(String),
    /// `+patchMergeKey=…`.
    PatchMergeKey(String),
    /// `+union`.
    Union,
    /// `+unionDiscriminator`.
    UnionDiscriminator,
    /// `+unionDeprecated`.
    UnionDeprecated,
    /// A tag for nested values: items, map values, or a property.
    Nested {
        /// The purpose.
        nested: Nested,
        /// The nested tag.
        tag: Box<Tag>,
    },
    /// The declaration exists only if feature gates allow it.
    Gate(GateCondition),
    /// A tag that applies only with certain feature gates.
    Gated(Box<Gated>),
    /// `<gateway:validateIPAddress>` of a list: items whose `type` is `IPAddress` have an address as their `value`.
    IpAddressItems,
    /// A tag that contains another tag, of which only the name is read.
    Holding(Box<Tag>),
    /// A tag with an error that applies only if the declaration is published, as in the selected tool.
    Refused(Box<Diagnostic>),
    /// Recognized by name, but without effect in idlgen: tags of other dialects and other tools.
    Recognised,
    /// A tag that could not be read and has been reported.
    Malformed,
}

impl Tag {
    /// Returns `true` if controller-gen reads the tag, for custom resources or otherwise.
    pub fn is_of_controller_gen(&self) -> bool {
        self.name.starts_with("kubebuilder:")
    }

    /// Creates a nested tag, whose name and source are set from the outer one ([`Tag::lend`]).
    pub(in crate::tags) fn inside(meaning: Meaning, span: Span) -> Self {
        Tag {
            name: String::new(),
            text: String::new(),
            span,
            name_span: span,
            value_span: None,
            dialect: Dialect::FeatureGates,
            meaning,
        }
    }

    /// Sets the name and the source of a nested tag without its own.
    pub(in crate::tags) fn lend(&mut self) {
        let Meaning::Gated(gated) = &mut self.meaning else { return };
        let inner = &mut gated.tag;
        if inner.name.is_empty() {
            inner.name.clone_from(&self.name);
            inner.text.clone_from(&self.text);
            (inner.span, inner.name_span, inner.value_span) = (self.span, self.name_span, self.value_span);
        }
    }

    /// Returns the gated contents, if it is or contains a gated tag.
    pub(crate) fn innermost_gated(&self) -> Option<&Gated> {
        match &self.meaning {
            Meaning::Gated(gated) => Some(gated),
            Meaning::Nested { tag, .. } => tag.innermost_gated(),
            _ => None,
        }
    }

    /// Returns the innermost tag: outer tags only define where it applies.
    pub fn innermost(&self) -> &Tag {
        let mut tag = self;
        loop {
            tag = match &tag.meaning {
                Meaning::Holding(held) | Meaning::Nested { tag: held, .. } => held,
                Meaning::Gated(gated) => &gated.tag,
                _ => return tag,
            };
        }
    }
}

/// The number of properties of a [`Meaning::OneOf`] that must be set, in the order in which controller-gen writes such
/// rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OneOf {
    /// `AtMostOneOf`.
    AtMost,
    /// `ExactlyOneOf`.
    Exactly,
    /// `AtLeastOneOf`.
    AtLeast,
}

/// The purpose of a [`Meaning::Nested`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    /// The items of a list.
    Items,
    /// The values of a map.
    Values,
    /// The items of a list or the values of a map, whichever the type is.
    Elements,
    /// The property of that JSON name.
    Property(String),
}

/// The value of `+default`.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// A JSON value, or an unquoted string.
    Json(Json),
    /// `ref(Name)` or `ref(import/path.Name)`.
    Reference {
        /// The import path; `None` for the package of the comment.
        package: Option<String>,
        /// The constant.
        name: String,
    },
    /// A resolved [`Reference`](DefaultValue::Reference): in the tags of a model, every valid reference is resolved.
    Constant {
        /// The reference as written between the parentheses.
        reference: String,
        /// The constant's value.
        value: Json,
    },
    /// `{}` of controller-gen: an empty list where the type is a list, else an empty object.
    Empty,
    /// `+default=` without a value: openapi-gen counts the tag but does not parse it.
    Unsaid,
}

impl DefaultValue {
    /// Returns the value, if known, for a type that is a list or not. Null means that there is no default.
    pub fn of(&self, is_list: bool) -> Option<Cow<'_, Json>> {
        match self {
            DefaultValue::Json(value) | DefaultValue::Constant { value, .. } => Some(Cow::Borrowed(value)),
            DefaultValue::Empty if is_list => Some(Cow::Owned(Json::Array(Vec::new()))),
            DefaultValue::Empty => Some(Cow::Owned(Json::Object(serde_json::Map::new()))),
            DefaultValue::Reference { .. } | DefaultValue::Unsaid => None,
        }
    }
}

/// A CEL rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The expression. Line breaks that are only layout, and the spaces around them, are replaced with one space, and
    /// CEL comments are removed. Line breaks inside CEL's triple-quoted strings are preserved.
    pub rule: String,
    /// The expression's position, without its quotes.
    pub rule_span: Span,
    /// The locations of the parts of [`rule`](Rule::rule).
    pub rule_map: TextMap,
    /// `message`.
    pub message: Option<String>,
    /// `messageExpression`, folded like the rule.
    pub message_expression: Option<String>,
    /// The locations of the parts of [`message_expression`](Rule::message_expression).
    pub message_expression_map: Option<TextMap>,
    /// `reason`, short or long. `RequestEntityTooLarge`, which schemas do not support, is `Invalid` here; the tag's
    /// source still contains it.
    pub reason: Option<Reason>,
    /// `field` or `fieldPath`, normalised to begin with a dot (or with a bracket).
    pub field_path: Option<String>,
    /// The position of `field` or `fieldPath`'s value.
    pub field_path_span: Option<Span>,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
    /// The tag that generated the rule (`+immutable`), if any.
    pub sugar: Option<String>,
}

impl Rule {
    /// Creates a rule without settings at a single location, for generated rules.
    pub fn new(rule: impl Into<String>, span: Span) -> Self {
        Rule {
            rule: rule.into(),
            rule_span: span,
            rule_map: TextMap::whole(span),
            message: None,
            message_expression: None,
            message_expression_map: None,
            reason: None,
            field_path: None,
            field_path_span: None,
            optional_old_self: None,
            sugar: None,
        }
    }
}
