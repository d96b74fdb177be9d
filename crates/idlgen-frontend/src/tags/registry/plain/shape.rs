//! `title`, `intOrString`, `embeddedResource`, `preserveUnknownFields`.

use crate::tags::{
    Meaning,
    registry::definition::{Effect, GoKind, PLAIN, TagDefinition, ValueForm},
};

const OURS: TagDefinition = TagDefinition { owner: "idlgen", since: "idlgen", ..PLAIN };

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "title",
        form: ValueForm::Text(Meaning::Title),
        keyword: Some("title"),
        effect: Effect::NotAboutValues,
        summary: "A short human-readable name.",
        example: "+title=\"Listening port\"",
        ..OURS
    },
    TagDefinition {
        name: "intOrString",
        form: ValueForm::Nothing(|| Meaning::IntOrString),
        keyword: Some("x-kubernetes-int-or-string"),
        summary: "The value must be an integer or a string.",
        example: "+intOrString",
        ..OURS
    },
    TagDefinition {
        name: "embeddedResource",
        form: ValueForm::Nothing(|| Meaning::EmbeddedResource),
        keyword: Some("x-kubernetes-embedded-resource"),
        summary: "The value must be a complete Kubernetes object with `apiVersion`, `kind` and `metadata`.",
        example: "+embeddedResource",
        ..OURS
    },
    TagDefinition {
        name: "preserveUnknownFields",
        kinds: &[GoKind::Struct, GoKind::Map],
        form: ValueForm::Nothing(|| Meaning::PreserveUnknownFields),
        keyword: Some("x-kubernetes-preserve-unknown-fields"),
        summary: "Properties that the schema does not define are not pruned.",
        example: "+preserveUnknownFields",
        ..OURS
    },
];
