//! The tags `required`, `optional`, `nullable`, `default`.

use crate::tags::{
    Constraint, TagKind, default_value,
    registry::definition::{PLAIN, TagDefinition, Target, ValueSyntax},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "required",
        owner: "KEP-4153, kube-openapi, controller-gen",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Presence(|| TagKind::Required),
        keyword: Some("required"),
        reason: Some("Required"),
        summary: "The field must be set, regardless of `omitempty`.",
        example: "+required",
        since: "Kubernetes 1.30",
        ..PLAIN
    },
    TagDefinition {
        name: "optional",
        owner: "KEP-4153, kube-openapi, controller-gen",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Presence(|| TagKind::Optional),
        keyword: Some("required"),
        summary: "The field may be omitted.",
        example: "+optional",
        since: "Kubernetes 1.4",
        ..PLAIN
    },
    TagDefinition {
        name: "nullable",
        owner: "idlgen, controller-gen",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Flag(|nullable| TagKind::Constraint(Constraint::Nullable(nullable))),
        keyword: Some("nullable"),
        summary: "The value may be null.",
        example: "+nullable",
        since: "idlgen",
        ..PLAIN
    },
    TagDefinition {
        name: "default",
        owner: "KEP-4153, kube-openapi, controller-gen",
        form: default_value::FORM,
        keyword: Some("default"),
        summary: "The value to use if none is set: JSON, unquoted text (a string), or a Go constant as `ref(Name)` or \
            `ref(import/path.Name)`.",
        example: "+default=ref(DefaultPort)",
        since: "Kubernetes 1.20; `ref`: Kubernetes 1.28",
        ..PLAIN
    },
];
