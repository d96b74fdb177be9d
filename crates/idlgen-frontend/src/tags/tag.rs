//! The data of a tag.

use std::borrow::Cow;

use idlgen_schema::schema::{Reason, SchemaType};
use serde_json::Value as Json;

use super::{Client, Constraint, CustomResource, GateCondition, Gated, Lifecycle, TextMap};
use crate::{diag::Diagnostic, source::Span};

/// A tag in a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// The name as written, without `+`: `maxLength`, `k8s:minimum`, `kubebuilder:validation:Enum`.
    pub name: String,
    /// The source of the tag, with continuation lines joined by line breaks: `+maxLength=20`.
    pub text: String,
    /// The span from the `+` to the last character of the tag.
    pub span: Span,
    /// The name's position, without the `+`.
    pub name_span: Span,
    /// The value's position, if it has one.
    pub value_span: Option<Span>,
    /// The dialect to which it belongs.
    pub dialect: Dialect,
    /// The parsed tag, or the reason why it has no effect.
    pub meaning: TagKind,
}

/// The tool or proposal that defines a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// KEP-4153 and the plain tags on which it builds (`+optional`, `+default`, `+enum`, `+listType`, …), which other
    /// tools also support.
    Plain,
    /// `k8s.io/kube-openapi`: `+k8s:openapi-gen`, `+k8s:validation:…`, patch and union tags.
    KubeOpenApi,
    /// `validation-gen`: `+k8s:…`.
    Declarative,
    /// `controller-gen`: `+kubebuilder:…`.
    Kubebuilder,
    /// Notations for feature gates: OpenShift's `+openshift:…FeatureGate…` and gateway-api's `<gateway:…>`.
    FeatureGates,
    /// A tag of another tool that is in the table.
    Foreign,
}

/// The kind of a parsed tag, with its value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TagKind {
    /// A value validation.
    Constraint(Constraint),
    /// `+required`.
    Required,
    /// `+optional`.
    Optional,
    /// `+default=…`.
    Default(DefaultValue),
    /// `+enum` on a named type, whose constants are the only allowed values.
    Enum,
    /// `+listType=…`, with the value as written.
    ListType(String),
    /// `+listMapKey=…`.
    ListMapKey(String),
    /// `+mapType=…`, with the value as written.
    MapType(String),
    /// `+structType=…`, with the value as written.
    StructType(String),
    /// `+validationRule=…`.
    Rule(Rule),
    /// `+nameFormat=…`: the format for the name and generateName in object metadata.
    NameFormat(String),
    /// `+immutable`.
    Immutable,
    /// `+mutually_exclusive=a,b`: at most one of these properties is set.
    MutuallyExclusive(Vec<String>),
    /// `+kubebuilder:validation:ExactlyOneOf=a;b` and similar markers: how many of these properties must be set.
    OneOf(OneOf, Vec<String>),
    /// `+kubebuilder:validation:Type=…`: the type of the schema, regardless of the Go type. `None` removes the type.
    SchemaType(Option<SchemaType>),
    /// `+kubebuilder:validation:Schemaless`: the schema ignores the Go type.
    Schemaless,
    /// `+contextual(discriminator)=value` and its other notations: the field must be set if the sibling property
    /// `discriminator` has the value `value`, and must not be set otherwise.
    Contextual {
        /// The JSON name of the sibling property.
        discriminator: String,
        /// The value for which this field must be set.
        value: String,
    },
    /// `+errorMessage(keyword)="…",reason=…`: a custom error for a keyword (KEP-4153 `x-kubernetes-validation-errors`).
    ErrorMessage {
        /// The keyword with the custom error.
        keyword: String,
        /// The message in place of the default one.
        message: String,
        /// The kind of error.
        reason: Option<Reason>,
    },
    /// `+override:a.b=+tag`: a tag for the nested property `a.b`, which only applies to this field.
    Override {
        /// The JSON names on the path.
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
    /// A controller-gen marker for a custom resource.
    CustomResource(CustomResource),
    /// A tag of client-gen.
    Client(Client),
    /// A tag of prerelease-lifecycle-gen.
    Lifecycle(Lifecycle),
    /// `+kubebuilder:example=…`: an example of a value.
    Example(Json),
    /// `+kubebuilder:externalDocs:url=…`: a link to external documentation.
    ExternalDocs {
        /// The address.
        url: String,
        /// A description for users.
        description: Option<String>,
    },
    /// `+k8s:openapi-gen=true|false`.
    Published(bool),
    /// `+k8s:openapi-gen=x-kubernetes-NAME:VALUE`.
    Extension {
        /// The name of the extension, including `x-`.
        name: String,
        /// The value, which extends to the end of the line.
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
    /// A tag for a nested value: items, map values, or a property.
    Nested {
        /// The nested value to which it applies.
        nested: Nested,
        /// The nested tag.
        tag: Box<Tag>,
    },
    /// A condition on feature gates under which the declaration exists.
    Gate(GateCondition),
    /// A tag that applies only under a condition on feature gates.
    Gated(Box<Gated>),
    /// `<gateway:validateIPAddress>` on a list: items whose `type` is `IPAddress` must have an IP address as their
    /// `value`.
    IpAddressItems,
    /// A tag that contains another tag whose value is not parsed.
    Holding(Box<Tag>),
    /// A tag with an error that is reported only if the declaration is published, as in the selected tool.
    Refused(Box<Diagnostic>),
    /// A tag that idlgen recognizes by name but that has no effect: tags of other dialects and other tools.
    Recognised,
    /// A malformed tag, which has been reported.
    Malformed,
}

impl Tag {
    /// Returns `true` if controller-gen reads the tag, for custom resources or otherwise.
    pub fn is_of_controller_gen(&self) -> bool {
        self.name.starts_with("kubebuilder:")
    }

    /// Creates a nested tag. [`Tag::lend`] sets its name and source to those of the outer tag.
    pub(in crate::tags) fn inside(meaning: TagKind, span: Span) -> Self {
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

    /// Sets the name and the source of a nested tag that does not have its own.
    pub(in crate::tags) fn lend(&mut self) {
        let TagKind::Gated(gated) = &mut self.meaning else { return };
        let inner = &mut gated.tag;
        if inner.name.is_empty() {
            inner.name.clone_from(&self.name);
            inner.text.clone_from(&self.text);
            (inner.span, inner.name_span, inner.value_span) = (self.span, self.name_span, self.value_span);
        }
    }

    /// Returns the gated content, if the tag is or contains a gated tag.
    pub(crate) fn innermost_gated(&self) -> Option<&Gated> {
        match &self.meaning {
            TagKind::Gated(gated) => Some(gated),
            TagKind::Nested { tag, .. } => tag.innermost_gated(),
            _ => None,
        }
    }

    /// Returns the innermost tag. The outer tags only define the value to which it applies.
    pub fn innermost(&self) -> &Tag {
        let mut tag = self;
        loop {
            tag = match &tag.meaning {
                TagKind::Holding(held) | TagKind::Nested { tag: held, .. } => held,
                TagKind::Gated(gated) => &gated.tag,
                _ => return tag,
            };
        }
    }
}

/// The number of properties of a [`TagKind::OneOf`] that must be set. The variants are in the order in which
/// controller-gen writes the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OneOf {
    /// `AtMostOneOf`.
    AtMost,
    /// `ExactlyOneOf`.
    Exactly,
    /// `AtLeastOneOf`.
    AtLeast,
}

/// The value to which a [`TagKind::Nested`] applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    /// List items.
    Items,
    /// Map values.
    Values,
    /// List items or map values, depending on the type.
    Elements,
    /// The property with this JSON name.
    Property(String),
}

/// The value of `+default`, parsed by the rules of its dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// A JSON value, which may be written as an unquoted string.
    Json(Json),
    /// `ref(Name)` or `ref(import/path.Name)`.
    Reference {
        /// The import path. `None` for the package of the comment.
        package: Option<String>,
        /// The name of the constant.
        name: String,
    },
    /// A resolved [`Reference`](DefaultValue::Reference). In the tags of a model, every valid reference has been
    /// resolved.
    Constant {
        /// The text between the parentheses of the reference.
        reference: String,
        /// The constant's value.
        value: Json,
    },
    /// `{}` in controller-gen: an empty list if the type is a list, otherwise an empty object.
    Empty,
    /// `+default=` without a value, which openapi-gen treats as a default but does not parse.
    Unsaid,
}

impl DefaultValue {
    /// Returns the value, if known. `is_list` is `true` if the type is a list. Null means that there is no default.
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
    /// The expression. Line breaks that are only layout, with the surrounding spaces, are replaced with one space, and
    /// CEL comments are removed. Line breaks inside CEL's triple-quoted strings are preserved.
    pub rule: String,
    /// The position of the expression, without quotes.
    pub rule_span: Span,
    /// The locations of the parts of [`rule`](Rule::rule).
    pub rule_map: TextMap,
    /// `message`.
    pub message: Option<String>,
    /// `messageExpression`, with line breaks replaced as in the rule.
    pub message_expression: Option<String>,
    /// The locations of the parts of [`message_expression`](Rule::message_expression).
    pub message_expression_map: Option<TextMap>,
    /// `reason`, in its short or long form. `RequestEntityTooLarge`, which schemas do not support, is represented as
    /// `Invalid`; the source of the tag still contains it.
    pub reason: Option<Reason>,
    /// `field` or `fieldPath`, normalized so that it begins with a dot or a bracket.
    pub field_path: Option<String>,
    /// The position of the value of `field` or `fieldPath`.
    pub field_path_span: Option<Span>,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
    /// `publish=false`: only generated Rust evaluates the rule.
    pub unpublished: bool,
    /// The shorthand tag from which the rule was generated (`+immutable`), if any.
    pub sugar: Option<String>,
}

impl Rule {
    /// Creates a generated rule without settings. All its parts have the same span.
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
            unpublished: false,
            sugar: None,
        }
    }
}
