//! The tags `title`, `intOrString`, `embeddedResource`, `preserveUnknownFields`.

use crate::tags::{
    TagKind,
    registry::definition::{Effect, GoKind, PLAIN, TagDefinition, ValueSyntax},
};

const OURS: TagDefinition = TagDefinition { owner: "idlgen", since: "idlgen", ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "title",
        form: ValueSyntax::Text(TagKind::Title),
        keyword: Some("title"),
        effect: Effect::NotAboutValues,
        summary: "A short human-readable name.",
        example: "+title=\"Listening port\"",
        ..OURS
    },
    TagDefinition {
        name: "intOrString",
        form: ValueSyntax::Nothing(|| TagKind::IntOrString),
        keyword: Some("x-kubernetes-int-or-string"),
        summary: "The value must be an integer or a string.",
        example: "+intOrString",
        ..OURS
    },
    TagDefinition {
        name: "embeddedResource",
        form: ValueSyntax::Nothing(|| TagKind::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "The value must be a complete Kubernetes object with `apiVersion`, `kind` and `metadata`.",
        example: "+embeddedResource",
        ..OURS
    },
    TagDefinition {
        name: "preserveUnknownFields",
        kinds: &[GoKind::Struct, GoKind::Map],
        form: ValueSyntax::Nothing(|| TagKind::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "Properties that the schema does not define are not pruned.",
        example: "+preserveUnknownFields",
        ..OURS
    },
];
