//! `kubebuilder:validation:` with a keyword.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind, enumeration, format_name,
    registry::definition::{GoKind, KUBEBUILDER, TagDefinition, Target, ValueSyntax},
    schema_type,
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:validation:Maximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        reason: Some("Invalid"),
        summary: "The number must be at most this value.",
        example: "+kubebuilder:validation:Maximum=10",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Minimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        reason: Some("Invalid"),
        summary: "The number must be at least this value.",
        example: "+kubebuilder:validation:Minimum=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MultipleOf",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::PositiveNumber(|factor| TagKind::Constraint(Constraint::limit(Keyword::MultipleOf, factor))),
        keyword: Some("multipleOf"),
        reason: Some("Invalid"),
        summary: "The number must be an integer multiple of this value.",
        example: "+kubebuilder:validation:MultipleOf=5",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:ExclusiveMaximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::flag(Keyword::Maximum, flag))),
        keyword: Some("exclusiveMaximum"),
        reason: Some("Invalid"),
        summary: "The maximum itself is not allowed.",
        example: "+kubebuilder:validation:ExclusiveMaximum=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:ExclusiveMinimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::flag(Keyword::Minimum, flag))),
        keyword: Some("exclusiveMinimum"),
        reason: Some("Invalid"),
        summary: "The minimum itself is not allowed.",
        example: "+kubebuilder:validation:ExclusiveMinimum=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxLength, count))),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "The string must have at most this many characters.",
        example: "+kubebuilder:validation:MaxLength=63",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinLength",
        kinds: &[GoKind::String],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinLength, count))),
        keyword: Some("minLength"),
        reason: Some("Invalid"),
        summary: "The string must have at least this many characters.",
        example: "+kubebuilder:validation:MinLength=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Pattern",
        kinds: &[GoKind::String],
        form: ValueSyntax::Text(|pattern| TagKind::Constraint(Constraint::limit(Keyword::Pattern, pattern))),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "The string must contain a match of this Go regular expression.",
        example: "+kubebuilder:validation:Pattern=`^[a-z]+$`",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxItems, count))),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list must have at most this many items.",
        example: "+kubebuilder:validation:MaxItems=16",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinItems, count))),
        keyword: Some("minItems"),
        reason: Some("Invalid"),
        summary: "The list must have at least this many items.",
        example: "+kubebuilder:validation:MinItems=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:UniqueItems",
        kinds: &[GoKind::List],
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::limit(Keyword::UniqueItems, flag))),
        keyword: Some("uniqueItems"),
        reason: Some("Invalid"),
        summary: "All items must be distinct. An API server rejects a CRD that sets this keyword to true.",
        example: "+kubebuilder:validation:UniqueItems=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxProperties, count))),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "The object must have at most this many entries.",
        example: "+kubebuilder:validation:MaxProperties=64",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinProperties, count))),
        keyword: Some("minProperties"),
        reason: Some("Invalid"),
        summary: "The object must have at least this many entries.",
        example: "+kubebuilder:validation:MinProperties=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Enum",
        form: enumeration::FORM,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "The allowed values.",
        example: "+kubebuilder:validation:Enum=a;b",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Format",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Number],
        form: format_name::FORM,
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The value must have this format.",
        example: "+kubebuilder:validation:Format=date-time",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Type",
        form: schema_type::FORM,
        keyword: Some("type"),
        summary: "Sets the type in the schema, regardless of the Go type.",
        example: "+kubebuilder:validation:Type=string",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XPreserveUnknownFields",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "An older name of `kubebuilder:pruning:PreserveUnknownFields`.",
        example: "+kubebuilder:validation:XPreserveUnknownFields",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XEmbeddedResource",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "The value must be a complete Kubernetes object.",
        example: "+kubebuilder:validation:XEmbeddedResource",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XIntOrString",
        form: ValueSyntax::Nothing(|| TagKind::IntOrString),
        keyword: Some("x-kubernetes-int-or-string"),
        summary: "The value must be an integer or a string.",
        example: "+kubebuilder:validation:XIntOrString",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XValidation",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Rule,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("the `reason` of the rule (default: Invalid)"),
        summary: "A CEL rule that the value must satisfy.",
        example: "+kubebuilder:validation:XValidation:rule=\"self == oldSelf\"",
        ..KUBEBUILDER
    },
];
