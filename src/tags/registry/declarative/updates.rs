//! What an update may change.

use crate::tags::{
    Meaning,
    registry::definition::{DECLARATIVE, Effect, TagDefinition, Target, ValueForm},
};

pub(super) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "k8s:immutable",
        form: ValueForm::Nothing(|| Meaning::Immutable),
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "Once set, the value stays as it is and cannot be taken away: the rule `self == oldSelf`, and for a \
            field that may be absent another one on the struct around it.",
        example: "+k8s:immutable",
        ..DECLARATIVE
    },
    TagDefinition {
        name: "k8s:update",
        targets: &[Target::Field, Target::EmbeddedField],
        form: ValueForm::Unread("=NoSet|NoUnset|NoModify|NoAddItem|NoRemoveItem"),
        repeatable: true,
        reason: Some("Invalid"),
        effect: Effect::instead("write it as a CEL rule with `oldSelf`: `+validationRule`"),
        summary: "An update may not do this to the value; one tag for each.",
        example: "+k8s:update=NoUnset",
        ..DECLARATIVE
    },
];
