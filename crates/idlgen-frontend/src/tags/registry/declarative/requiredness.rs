//! The tags `k8s:required`, `k8s:optional`, `k8s:forbidden`.

use crate::tags::{
    TagKind,
    registry::definition::{DECLARATIVE, Effect, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:required",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::Required),
        keyword: Some("required"),
        reason: Some("Required"),
        summary: "The field must be set: not zero, nil or empty.",
        example: "+k8s:required",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:optional",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Nothing(|| TagKind::Optional),
        keyword: Some("required"),
        summary: "The field may be omitted. If it is omitted, its other validations are skipped.",
        example: "+k8s:optional",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:forbidden",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Unread("nothing"),
        reason: Some("Forbidden"),
        effect: Effect::NONE,
        summary: "The field must not be set.",
        example: "+k8s:forbidden",
        since: "validation-gen (beta)",
        ..DECLARATIVE
    },
];
