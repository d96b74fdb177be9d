//! `kubebuilder:validation:` and a keyword.

use idlgen_validate::keyword::Keyword;

use crate::tags::{
    Constraint, Meaning, enumeration, format_name,
    registry::definition::{GoKind, KUBEBUILDER, TagDefinition, Target, ValueForm},
    schema_type,
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:validation:Maximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueForm::Number(|limit| Meaning::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        reason: Some("Invalid"),
        summary: "The number is at most this.",
        example: "+kubebuilder:validation:Maximum=10",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Minimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueForm::Number(|limit| Meaning::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        reason: Some("Invalid"),
        summary: "The number is at least this.",
        example: "+kubebuilder:validation:Minimum=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MultipleOf",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueForm::PositiveNumber(|factor| Meaning::Constraint(Constraint::limit(Keyword::MultipleOf, factor))),
        keyword: Some("multipleOf"),
        reason: Some("Invalid"),
        summary: "The number is an integer times this.",
        example: "+kubebuilder:validation:MultipleOf=5",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:ExclusiveMaximum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueForm::Flag(|flag| Meaning::Constraint(Constraint::flag(Keyword::Maximum, flag))),
        keyword: Some("exclusiveMaximum"),
        reason: Some("Invalid"),
        summary: "The maximum itself is excluded.",
        example: "+kubebuilder:validation:ExclusiveMaximum=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:ExclusiveMinimum",
        kinds: &[GoKind::Integer, GoKind::Number],
        form: ValueForm::Flag(|flag| Meaning::Constraint(Constraint::flag(Keyword::Minimum, flag))),
        keyword: Some("exclusiveMinimum"),
        reason: Some("Invalid"),
        summary: "The minimum itself is excluded.",
        example: "+kubebuilder:validation:ExclusiveMinimum=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxLength",
        kinds: &[GoKind::String],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MaxLength, count))),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "The string has at most this many characters.",
        example: "+kubebuilder:validation:MaxLength=63",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinLength",
        kinds: &[GoKind::String],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MinLength, count))),
        keyword: Some("minLength"),
        reason: Some("Invalid"),
        summary: "The string has at least this many characters.",
        example: "+kubebuilder:validation:MinLength=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Pattern",
        kinds: &[GoKind::String],
        form: ValueForm::Text(|pattern| Meaning::Constraint(Constraint::limit(Keyword::Pattern, pattern))),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "Some part of the string matches this Go regular expression.",
        example: "+kubebuilder:validation:Pattern=`^[a-z]+$`",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxItems",
        kinds: &[GoKind::List],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MaxItems, count))),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list has at most this many items.",
        example: "+kubebuilder:validation:MaxItems=16",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinItems",
        kinds: &[GoKind::List],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MinItems, count))),
        keyword: Some("minItems"),
        reason: Some("Invalid"),
        summary: "The list has at least this many items.",
        example: "+kubebuilder:validation:MinItems=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:UniqueItems",
        kinds: &[GoKind::List],
        form: ValueForm::Flag(|flag| Meaning::Constraint(Constraint::limit(Keyword::UniqueItems, flag))),
        keyword: Some("uniqueItems"),
        reason: Some("Invalid"),
        summary: "No two items are equal; the API server rejects the CustomResourceDefinition.",
        example: "+kubebuilder:validation:UniqueItems=true",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MaxProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MaxProperties, count))),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "The object has at most this many entries.",
        example: "+kubebuilder:validation:MaxProperties=64",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:MinProperties",
        kinds: &[GoKind::Map, GoKind::Struct],
        form: ValueForm::Count(|count| Meaning::Constraint(Constraint::limit(Keyword::MinProperties, count))),
        keyword: Some("minProperties"),
        reason: Some("Invalid"),
        summary: "The object has at least this many entries.",
        example: "+kubebuilder:validation:MinProperties=1",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Enum",
        form: enumeration::FORM,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "The only values.",
        example: "+kubebuilder:validation:Enum=a;b",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Format",
        kinds: &[GoKind::String, GoKind::Integer, GoKind::Number],
        form: format_name::FORM,
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "The value has this format.",
        example: "+kubebuilder:validation:Format=date-time",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:Type",
        form: schema_type::FORM,
        keyword: Some("type"),
        summary: "The schema's type, whatever the Go type.",
        example: "+kubebuilder:validation:Type=string",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XPreserveUnknownFields",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueForm::Nothing(|| Meaning::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "Older name of `kubebuilder:pruning:PreserveUnknownFields`.",
        example: "+kubebuilder:validation:XPreserveUnknownFields",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XEmbeddedResource",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueForm::Nothing(|| Meaning::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "The value is a whole Kubernetes object.",
        example: "+kubebuilder:validation:XEmbeddedResource",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XIntOrString",
        form: ValueForm::Nothing(|| Meaning::IntOrString),
        keyword: Some("x-kubernetes-int-or-string"),
        summary: "The value is an integer or a string.",
        example: "+kubebuilder:validation:XIntOrString",
        ..KUBEBUILDER
    },
    TagDefinition {
        name: "kubebuilder:validation:XValidation",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueForm::Rule,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("as the rule says"),
        summary: "A CEL rule.",
        example: "+kubebuilder:validation:XValidation:rule=\"self == oldSelf\"",
        ..KUBEBUILDER
    },
];
