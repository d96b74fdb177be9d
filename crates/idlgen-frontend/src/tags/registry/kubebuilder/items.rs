//! `kubebuilder:validation:items:` with a keyword, which applies to list items.

use idlgen_schema::keyword::Keyword;

use crate::tags::{
    Constraint, TagKind, enumeration, format_name,
    registry::definition::{KUBEBUILDER_ITEMS, TagDefinition, ValueSyntax},
    schema_type,
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "kubebuilder:validation:items:Maximum",
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Maximum, limit))),
        keyword: Some("maximum"),
        reason: Some("Invalid"),
        summary: "Each item must be at most this number.",
        example: "+kubebuilder:validation:items:Maximum=10",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:Minimum",
        form: ValueSyntax::Number(|limit| TagKind::Constraint(Constraint::bound(Keyword::Minimum, limit))),
        keyword: Some("minimum"),
        reason: Some("Invalid"),
        summary: "Each item must be at least this number.",
        example: "+kubebuilder:validation:items:Minimum=1",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MultipleOf",
        form: ValueSyntax::PositiveNumber(|factor| TagKind::Constraint(Constraint::limit(Keyword::MultipleOf, factor))),
        keyword: Some("multipleOf"),
        reason: Some("Invalid"),
        summary: "Each item must be an integer multiple of this number.",
        example: "+kubebuilder:validation:items:MultipleOf=5",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:ExclusiveMaximum",
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::flag(Keyword::Maximum, flag))),
        keyword: Some("exclusiveMaximum"),
        reason: Some("Invalid"),
        summary: "For each item, the maximum itself is not allowed.",
        example: "+kubebuilder:validation:items:ExclusiveMaximum=true",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:ExclusiveMinimum",
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::flag(Keyword::Minimum, flag))),
        keyword: Some("exclusiveMinimum"),
        reason: Some("Invalid"),
        summary: "For each item, the minimum itself is not allowed.",
        example: "+kubebuilder:validation:items:ExclusiveMinimum=true",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MaxLength",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxLength, count))),
        keyword: Some("maxLength"),
        reason: Some("TooLong"),
        summary: "Each string in the list must have at most this many characters.",
        example: "+kubebuilder:validation:items:MaxLength=63",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MinLength",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinLength, count))),
        keyword: Some("minLength"),
        reason: Some("Invalid"),
        summary: "Each string in the list must have at least this many characters.",
        example: "+kubebuilder:validation:items:MinLength=1",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:Pattern",
        form: ValueSyntax::Text(|pattern| TagKind::Constraint(Constraint::limit(Keyword::Pattern, pattern))),
        keyword: Some("pattern"),
        reason: Some("Invalid"),
        summary: "Each string in the list must contain a match of this Go regular expression.",
        example: "+kubebuilder:validation:items:Pattern=`^[a-z]+$`",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MaxItems",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxItems, count))),
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "Each inner list must have at most this many items.",
        example: "+kubebuilder:validation:items:MaxItems=16",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MinItems",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinItems, count))),
        keyword: Some("minItems"),
        reason: Some("Invalid"),
        summary: "Each inner list must have at least this many items.",
        example: "+kubebuilder:validation:items:MinItems=1",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:UniqueItems",
        form: ValueSyntax::Flag(|flag| TagKind::Constraint(Constraint::limit(Keyword::UniqueItems, flag))),
        keyword: Some("uniqueItems"),
        reason: Some("Invalid"),
        summary: "The items of each inner list must be distinct. An API server rejects a CRD that sets this keyword to \
            true.",
        example: "+kubebuilder:validation:items:UniqueItems=true",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MaxProperties",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MaxProperties, count))),
        keyword: Some("maxProperties"),
        reason: Some("TooMany"),
        summary: "Each object in the list must have at most this many entries.",
        example: "+kubebuilder:validation:items:MaxProperties=64",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:MinProperties",
        form: ValueSyntax::Count(|count| TagKind::Constraint(Constraint::limit(Keyword::MinProperties, count))),
        keyword: Some("minProperties"),
        reason: Some("Invalid"),
        summary: "Each object in the list must have at least this many entries.",
        example: "+kubebuilder:validation:items:MinProperties=1",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:Enum",
        form: enumeration::FORM,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "The allowed values of each item.",
        example: "+kubebuilder:validation:items:Enum=a;b",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:Format",
        form: format_name::FORM,
        keyword: Some("format"),
        reason: Some("Invalid"),
        summary: "Each item must have this format.",
        example: "+kubebuilder:validation:items:Format=date-time",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:Type",
        form: schema_type::FORM,
        keyword: Some("type"),
        summary: "Sets the type of each item in the schema, regardless of the Go type.",
        example: "+kubebuilder:validation:items:Type=string",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:XPreserveUnknownFields",
        form: ValueSyntax::Nothing(|| TagKind::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "Keeps unknown fields of each item. An older name of `kubebuilder:pruning:PreserveUnknownFields`.",
        example: "+kubebuilder:validation:items:XPreserveUnknownFields",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:XEmbeddedResource",
        form: ValueSyntax::Nothing(|| TagKind::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "Each item must be a complete Kubernetes object.",
        example: "+kubebuilder:validation:items:XEmbeddedResource",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:XIntOrString",
        form: ValueSyntax::Nothing(|| TagKind::IntOrString),
        keyword: Some("x-kubernetes-int-or-string"),
        summary: "Each item must be an integer or a string.",
        example: "+kubebuilder:validation:items:XIntOrString",
        ..KUBEBUILDER_ITEMS
    },
    TagDefinition {
        name: "kubebuilder:validation:items:XValidation",
        form: ValueSyntax::Rule,
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("the `reason` of the rule (default: Invalid)"),
        summary: "A CEL rule that each item must satisfy.",
        example: "+kubebuilder:validation:items:XValidation:rule=\"self == oldSelf\"",
        ..KUBEBUILDER_ITEMS
    },
];
