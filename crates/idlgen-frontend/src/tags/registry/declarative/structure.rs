//! Rules about several fields of a struct, and about nested fields.

use crate::tags::registry::definition::{
    DECLARATIVE, Effect, GoKind, NestedTagRole, TagDefinition, Target, ValueSyntax,
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:subfield",
        kinds: &[GoKind::Struct],
        form: ValueSyntax::Wraps("(NAME)=+TAG", NestedTagRole::Property),
        repeatable: true,
        effect: Effect::AsHeld,
        summary: "Applies a tag to a field of the struct.",
        example: "+k8s:subfield(name)=+k8s:format=k8s-long-name",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:unionMember",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("(union: NAME, memberName: NAME)"),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::instead(
            "use a CEL rule on the struct: `+validationRule`; with a discriminator, use `+contextual`",
        ),
        summary: "The field is a member of a union, of which one member must be set.",
        example: "+k8s:unionMember(union: \"source\")",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:unionDiscriminator",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::String],
        form: ValueSyntax::Unread("(union: NAME)"),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::instead("use `+contextual(DISCRIMINATOR)=VALUE` on the members"),
        summary: "The value of the field specifies which union member is set.",
        example: "+k8s:unionDiscriminator",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:zeroOrOneOfMember",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("(union: NAME, memberName: NAME)"),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::instead("use `+mutually_exclusive=NAME,NAME` on the struct"),
        summary: "The field is a member of a union, of which at most one member may be set.",
        example: "+k8s:zeroOrOneOfMember",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:modeDiscriminator",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::String, GoKind::Boolean],
        form: ValueSyntax::Unread("(modality: NAME)"),
        effect: Effect::NONE,
        summary: "The value of the field specifies the mode of the struct.",
        example: "+k8s:modeDiscriminator",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:ifMode",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Chain("(\"MODE\")=+TAG"),
        repeatable: true,
        effect: Effect::NONE,
        summary: "Applies a tag in one mode. In modes without a rule, the field is forbidden.",
        example: "+k8s:ifMode(\"Exact\")=+k8s:required",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:discriminator",
        targets: &[Target::Field, Target::EmbeddedField],
        kinds: &[GoKind::String, GoKind::Boolean],
        form: ValueSyntax::Unread("nothing"),
        effect: Effect::NONE,
        summary: "The value of the field specifies the mode of the struct (Kubernetes 1.36; replaced by \
            `+k8s:modeDiscriminator`).",
        example: "+k8s:discriminator",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:member",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Chain("(\"MODE\")=+TAG"),
        repeatable: true,
        effect: Effect::NONE,
        summary: "Applies a tag in one mode (Kubernetes 1.36; replaced by `+k8s:ifMode`).",
        example: "+k8s:member(\"Limited\")=+k8s:required",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:dependentRequired",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("(\"NAME\")"),
        repeatable: true,
        reason: Some("Required"),
        effect: Effect::instead("use a CEL rule on the struct: `+validationRule`"),
        summary: "If this field is set, the named field must be set too.",
        example: "+k8s:dependentRequired(\"username\")",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:dependentForbidden",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("(\"NAME\")"),
        repeatable: true,
        reason: Some("Forbidden"),
        effect: Effect::instead("use a CEL rule on the struct: `+validationRule`"),
        summary: "If this field is set, the named field must not be set.",
        example: "+k8s:dependentForbidden(\"token\")",
        since: "validation-gen (alpha)",
        ..DECLARATIVE
    },
];
